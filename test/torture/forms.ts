import assert from 'node:assert/strict'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { FORM_LIMITS } from '../../src/store/form-patience.ts'
import type { StorePlace } from '../../src/store/place.ts'
import { ReleaseStore } from '../../src/store/release-store.ts'
import { parseStoreAddress } from '../../src/store/store-address.ts'
import { idOfDay } from '../../src/store/testing/releases.ts'
import { Follower } from '../../src/store/testing/roles.ts'
import { makeFolder, SCENES } from '../../src/store/testing/scene.ts'
import { ENDLESS_ANSWERS, SPOILT_ANSWERS, SPOILT_FILES, spoilFiles } from '../../src/store/testing/spoilt-forms.ts'
import { assertSame, copyOf, prepare } from '../../src/store/testing/two-days.ts'
import { readTrialOptions } from '../testing/trial.ts'

readTrialOptions({
  name: 'torture:forms',
  what: 'Spoils patches, packed files or both in every way that the tests know, with the limits and waits of a server, and prints how long a release takes.',
  options: {},
})

/** More than a release takes without forms. */
const LOST_MS_MAX = 5_000
const FORMS: readonly (readonly string[])[] = [['patches'], ['packed'], ['patches', 'packed'], ['files']]

async function measure(follower: Follower): Promise<number> {
  const beganMs = performance.now()
  assert.equal(await follower.check(), idOfDay(2), String(follower.problem))
  return performance.now() - beganMs
}

const openPlace = (address: string): StorePlace => ReleaseStore.open({ address: parseStoreAddress(address)! }).place
/** An empty server asks for packed files first, and one that has the release before for patches. */
const serverOf = (forms: readonly string[], address: string) =>
  forms[0] === 'packed' ? new Follower(openPlace(address), options) : copyOf(before, openPlace(address), options)
const rows: { readonly store: string; readonly forms: string; readonly what: string; readonly ms: number }[] = []

await using web = await SCENES.web()
const { server } = web
const { publisher, follower: before } = await prepare(web)
const options = { formLimits: FORM_LIMITS }
const bare = makeFolder()
cpSync(web.dir, bare, { recursive: true })
for (const one of ['patches', 'packed']) rmSync(join(bare, one), { recursive: true })
const plainMs = await measure(copyOf(before, openPlace(bare), options))

for (const [what, spoil] of Object.entries({ ...SPOILT_ANSWERS, ...ENDLESS_ANSWERS }))
  for (const forms of FORMS) {
    const follower = serverOf(forms, server!.url)
    server!.fault = (request) => (forms.some((one) => request.includes(`/${one}/`)) ? { spoil } : undefined)
    rows.push({ store: 'web', forms: forms.join(' and '), what, ms: (await measure(follower)) - plainMs })
    assertSame(follower, publisher, idOfDay(2))
  }
for (const [what, spoil] of Object.entries(SPOILT_FILES))
  for (const forms of FORMS) {
    const dir = makeFolder()
    cpSync(web.dir, dir, { recursive: true })
    for (const one of forms) spoilFiles(join(dir, one), spoil)
    const follower = serverOf(forms, dir)
    rows.push({ store: 'folder', forms: forms.join(' and '), what, ms: (await measure(follower)) - plainMs })
    assertSame(follower, publisher, idOfDay(2))
  }

for (const { store, forms, what, ms } of rows.toSorted((a, b) => b.ms - a.ms).slice(0, 40))
  console.log(`${(ms / 1000).toFixed(2)} s  ${store}, ${forms}: ${what}`)
const late = rows.filter(({ ms }) => LOST_MS_MAX < ms)
console.log(`${rows.length} cases; ${late.length} took over ${LOST_MS_MAX / 1000} s more than without forms`)
process.exitCode = late.length === 0 ? 0 : 1
