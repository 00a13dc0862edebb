import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../stdx/testing/properties.ts'
import { DAY_MS } from '../stdx/time-units.ts'
import { findSuperfluous } from './prune.ts'
import { idOfDay, timeOfDay } from './testing/releases.ts'

const hashOf = (n: number): string => n.toString(16).padStart(64, '0')
const fileOf = (name: string, modifiedMs: number) => ({ name, path: `files/${name}`, bytes: 1, modifiedMs })

test('exactly what no current release, none of the last five and none of the last week needs is removed', () => {
  const days = fc.uniqueArray(fc.integer({ min: 1, max: 25 }), { maxLength: 12 })
  const filesOfDay = fc.array(fc.array(fc.nat(12), { maxLength: 4 }), { minLength: 26, maxLength: 26 })
  const currents = fc.array(fc.integer({ min: 1, max: 25 }), { maxLength: 3 })
  const ages = fc.array(fc.nat(3), { minLength: 13, maxLength: 13 })
  fc.assert(
    fc.property(days, filesOfDay, currents, ages, (days, filesOfDay, currents, ages) => {
      const nowMs = timeOfDay(26)
      const manifests = days.map((day) => ({
        release: idOfDay(day),
        text: JSON.stringify(filesOfDay[day]!.map((n) => ({ sha256: hashOf(n) }))),
        modifiedMs: timeOfDay(day),
      }))
      const files = ages.map((age, n) => fileOf(hashOf(n), nowMs - age * DAY_MS))
      const texts = currents.map((day) => JSON.stringify({ release: idOfDay(day) }))
      const { manifests: gone, files: goneFiles } = findSuperfluous({ currents: texts, manifests, files }, nowMs)
      const newest = days.toSorted((a, b) => b - a).slice(0, 5)
      const kept = days.filter((day) => newest.includes(day) || 26 - 7 < day || currents.includes(day))
      const superfluous = days.filter((day) => !kept.includes(day)).map(idOfDay)
      assert.deepEqual(gone.toSorted(), superfluous.toSorted())
      const needed = new Set(kept.flatMap((day) => filesOfDay[day]!))
      const superfluousFiles = ages.flatMap((age, n) => (needed.has(n) || age < 1 ? [] : [`files/${hashOf(n)}`]))
      assert.deepEqual(goneFiles, superfluousFiles)
    }),
  )
})

test('a manifest and a document of a build that this one does not know keep their files, and a patch needs both of its own', () => {
  const nowMs = timeOfDay(26)
  const text = `format: 9; parts: [${hashOf(1)}, ${hashOf(2)}]`
  const newer = Array.from({ length: 5 }, (_, i) => ({ release: idOfDay(2 + i), text: '{}', modifiedMs: 0 }))
  const content = {
    currents: [`next = "${idOfDay(1)}"`],
    manifests: [{ release: idOfDay(1), text, modifiedMs: 0 }, ...newer],
    files: [hashOf(1), hashOf(2), hashOf(3), `${hashOf(1)}-${hashOf(2)}`, `${hashOf(3)}-${hashOf(2)}`].map((name) =>
      fileOf(name, 0),
    ),
  }
  assert.deepEqual(findSuperfluous(content, nowMs), {
    manifests: [],
    files: [`files/${hashOf(3)}`, `files/${hashOf(3)}-${hashOf(2)}`],
  })
})
