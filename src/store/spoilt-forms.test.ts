import assert from 'node:assert/strict'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { folderPlace } from './folder-place.ts'
import { idOfDay } from './testing/releases.ts'
import type { Follower } from './testing/roles.ts'
import { makeFolder, SCENES, WEB } from './testing/scene.ts'
import { ENDLESS_ANSWERS, SPOILT_ANSWERS, SPOILT_FILES, type Spoil, spoilFiles } from './testing/spoilt-forms.ts'
import { assertSame, copyOf, prepare } from './testing/two-days.ts'
import { webPlace } from './web-place.ts'

const FOLDERS = ['patches', 'packed'] as const
/** There is no such form, which is no fault. */
const MISSING = new Set(['status 404', 'status 410', 'a link to nothing', 'a link through a file'])
/** The decompression passes over them, and the hash of the result is right. */
const HARMLESS = new Set(['trailing bytes', 'a page of zeros behind it'])

/** Each form is named by its address, with what the store did; nothing of this machine is at fault. */
function assertNamed({ faults, folder }: Follower, name: string): void {
  for (const { form, problem } of faults) {
    assert(
      FOLDERS.some((one) => form.startsWith(`${name}/${one}/`)),
      form,
    )
    assert(!problem.includes(folder.dir), problem)
  }
}

describe('a server whose web server has no right forms of files', async () => {
  const scene = await SCENES.web()
  after(() => scene[Symbol.asyncDispose]())
  const { publisher, follower: before } = await prepare(scene)
  const { url } = scene.server!

  async function assertFetches(follower: Follower, spoil: Spoil): Promise<void> {
    scene.server!.fault = (request) => (/\/(packed|patches)\//.test(request) ? { spoil } : undefined)
    assert.equal(await follower.check(), idOfDay(2))
    assertSame(follower, publisher, idOfDay(2))
    assert.equal(follower.problem, undefined)
    assertNamed(follower, url)
  }

  for (const [what, spoil] of Object.entries(SPOILT_ANSWERS))
    test(`does not wait if it sends ${what}`, async () => {
      const waits: number[] = []
      const sleep = async (ms: number): Promise<void> => void waits.push(ms)
      const follower = copyOf(before, webPlace(url, { ...WEB, sleep }))
      await assertFetches(follower, spoil)
      assert(waits.every((ms) => ms === 0))
      if (!HARMLESS.has(what)) assert.equal(follower.faults.length, MISSING.has(what) ? 0 : 6)
    })

  for (const [what, spoil] of Object.entries(ENDLESS_ANSWERS))
    test(`gives up if it sends ${what}, and soon asks for no form`, async () => {
      const follower = copyOf(before, scene.reader, { formLimits: { formMs: 50, releaseMs: 120 } })
      await assertFetches(follower, spoil)
      const { length } = follower.faults
      assert(1 <= length && length < 6, `${length} forms were tried`)
    })
})

describe('a server whose folder has no right forms of files', async () => {
  const scene = await SCENES.folder()
  const { publisher, follower: before } = await prepare(scene)

  for (const [what, spoil] of Object.entries(SPOILT_FILES))
    test(`passes over ${what}`, async () => {
      const dir = makeFolder()
      cpSync(scene.dir, dir, { recursive: true })
      for (const folder of FOLDERS) spoilFiles(join(dir, folder), spoil)
      const follower = copyOf(before, folderPlace(dir))
      assert.equal(await follower.check(), idOfDay(2))
      assertSame(follower, publisher, idOfDay(2))
      assert.equal(follower.problem, undefined)
      assertNamed(follower, dir)
      if (!HARMLESS.has(what)) assert.equal(follower.faults.length, MISSING.has(what) ? 0 : 6)
    })
})
