import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { keepFolder } from './keep-folder.ts'

const NAME = `kept-folder-test-${process.pid}`
const kept: string[] = []
after(() => {
  for (const dir of kept) rmSync(dir, { recursive: true })
})

test('a kept folder is made once, even by concurrent processes, and again if its recipe changes', async () => {
  let made = 0
  const gate = Promise.withResolvers<void>()
  const make = async (dir: string) => {
    writeFileSync(join(dir, 'file'), `${++made}`)
    if (made === 2) gate.resolve()
    await gate.promise
  }
  const [first, second] = await Promise.all([keepFolder(NAME, make), keepFolder(NAME, make)])
  kept.push(first)
  assert.equal(second, first)
  assert.equal(await keepFolder(NAME, make), first)
  assert.equal(made, 2)
  assert.match(readFileSync(join(first, 'file'), 'utf8'), /^[12]$/)
  const other = await keepFolder(NAME, async (dir) => writeFileSync(join(dir, 'file'), 'other'))
  kept.push(other)
  assert.equal(readFileSync(join(other, 'file'), 'utf8'), 'other')
  assert.equal(entries().length, 2, 'nothing half made stays')
})

test('a recipe that fails leaves no folder', async () => {
  let where = ''
  const fails = async (dir: string) => {
    where = dir
    throw new Error('no room')
  }
  const before = entries().length
  await assert.rejects(keepFolder(NAME, fails), /no room/)
  assert(!existsSync(where))
  assert.equal(entries().length, before)
})

function entries(): string[] {
  return readdirSync(dirname(kept[0]!)).filter((name) => name.startsWith(NAME))
}
