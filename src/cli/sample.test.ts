import assert from 'node:assert/strict'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempDisposableSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { InputError } from '../stdx/input-error.ts'
import { claimFolder } from './sample.ts'

const isRoot = process.getuid?.() === 0

/** The folder of a sample, and one beside it that no sample may write to. */
function makeFolders() {
  const { path, remove } = mkdtempDisposableSync(join(tmpdir(), 'regista-sample-'))
  const [out, victim] = [join(path, 'out'), join(path, 'victim')]
  mkdirSync(victim)
  return { out, victim, [Symbol.dispose]: remove }
}

function assertRejects(out: string, message: RegExp): void {
  assert.throws(
    () => claimFolder(out),
    (error) => error instanceof InputError && message.test(error.message) && error.message.includes('--out'),
  )
}

test('a sample may use a new folder, an empty one and that of an earlier sample', () => {
  using folders = makeFolders()
  claimFolder(join(folders.out, 'deep'))
  claimFolder(folders.victim)
  mkdirSync(join(folders.victim, 'cz-res'))
  writeFileSync(join(folders.victim, 'cz-res/res_data.csv'), '')
  claimFolder(folders.victim)
  assert(existsSync(join(folders.victim, 'INVENTED')))
})

test('a sample uses no folder with other files', () => {
  using folders = makeFolders()
  mkdirSync(folders.out)
  writeFileSync(join(folders.out, 'res_data.csv'), '')
  assertRejects(folders.out, /has files that are no sample's/)
  mkdirSync(join(folders.out, 'INVENTED'))
  assertRejects(folders.out, /has files that are no sample's/)
})

test('a sample follows no link', () => {
  using folders = makeFolders()
  const { out, victim } = folders
  symlinkSync(victim, out)
  for (const path of [out, `${out}/`, `${out}/.`]) assertRejects(path, /is a symbolic link/)
  rmSync(out)
  claimFolder(out)
  mkdirSync(join(out, 'cz-ruian'))
  for (const [target, name] of [
    [victim, 'cz-res'],
    [join(victim, 'file'), 'cz-ruian/file'],
  ] as const) {
    symlinkSync(target, join(out, name))
    assertRejects(out, /is a symbolic link, which no sample has/)
    rmSync(join(out, name))
  }
  rmSync(join(out, 'INVENTED'))
  symlinkSync(join(victim, 'mark'), join(out, 'INVENTED'))
  assertRejects(out, /has files that are no sample's/)
  assert.deepEqual(readdirSync(victim), [])
})

test('a sample uses no folder and no mark of another user', { skip: isRoot ? false : 'only root can give' }, () => {
  using folders = makeFolders()
  const { out } = folders
  claimFolder(out)
  chownSync(join(out, 'INVENTED'), 65_534, 65_534)
  assertRejects(out, /has files that are no sample's/)
  rmSync(join(out, 'INVENTED'))
  chownSync(out, 65_534, 65_534)
  assertRejects(out, /belongs to another user/)
})
