import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COUNTRIES, KINDS } from '../../records/country.ts'
import { toByteString } from '../../stdx/byte-string.ts'
import { fc } from '../../stdx/testing/properties.ts'
import { DAY_MS } from '../../stdx/time-units.ts'
import type { ServedRelease } from '../served-release.ts'
import { sourcesMeta, suggestionMeta } from '../sources-meta.ts'
import { exampleSource } from '../testing/example-source.ts'
import { suggestionBody } from './suggestion-body.ts'

const TODAY_MS = Date.parse('2026-06-10T12:00:00Z')

/** A release with one source for each country and kind. Each source becomes stale on a day of its own. */
function releaseOf(license: string): ServedRelease {
  const sources = COUNTRIES.flatMap((country) =>
    KINDS.map((kind, i) => {
      const rhythmDays = country === 'sk' ? i + 1 : i + 3
      const texts = { code: `${country}-${kind}`, license, attribution: 'Úrad \\ {year} "č"' }
      return exampleSource({ country, kind, rhythmDays, ...texts }, { observedOn: '2026-06-09' })
    }),
  )
  return { sources: (of) => sourcesMeta({ sources, invented: false }, of) } as ServedRelease
}

const asked = fc.record({
  release: fc.nat({ max: 1 }),
  country: fc.constantFrom(...COUNTRIES),
  kind: fc.constantFrom(...KINDS),
  day: fc.nat({ max: 6 }),
  language: fc.constantFrom('sk', 'cs', 'en'),
  leftOut: fc.subarray(['flat_left_out', 'postal_code_left_out', 'words_left_out'] as const),
})

test('a body has the meta of its own release, country, kind, day and language, whatever was written before', () => {
  fc.assert(
    fc.property(fc.array(asked, { minLength: 2, maxLength: 30 }), (all) => {
      const releases = [releaseOf('first'), releaseOf('second ž')]
      for (const [i, { release, country, kind, day, language, leftOut }] of all.entries()) {
        const of = { country, kind, nowMs: TODAY_MS + day * DAY_MS }
        const requestId = String(i).padStart(32, '0')
        const body = suggestionBody(releases[release]!, toByteString('[{"name":"ž"}]'), {
          ...of,
          requestId,
          language,
          chargedUnits: 1,
          leftOut,
        })
        const rest = suggestionMeta(releases[release]!.sources(of), leftOut)
        const meta = { request_id: requestId, country, language, charged_units: 1, ...rest }
        assert.equal(Buffer.from(body, 'latin1').toString(), JSON.stringify({ data: [{ name: 'ž' }], meta }))
      }
    }),
  )
})
