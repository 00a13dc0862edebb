import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { forgetOldDownloads } from './forget-downloads.ts'

const TEMPORARY = mkdtempSync(join(tmpdir(), 'forget-'))
after(() => rmSync(TEMPORARY, { recursive: true }))

const OLD = ['old.csv', 'old.csv.part', 'old.csv.state.json']
const FILES = ['a.csv', 'a.csv.state.json', 'b.csv.part', 'b.csv.state.json', ...OLD]

function folderOf(files: readonly string[]): string {
  const folder = mkdtempSync(join(TEMPORARY, 't-'))
  for (const file of files) writeFileSync(join(folder, file), 'x')
  mkdirSync(join(folder, 'old'))
  return folder
}

describe('forgetOldDownloads', () => {
  test('keeps the named files with their state, and folders; removes the other files with their state', async () => {
    const folder = folderOf(FILES)
    await forgetOldDownloads(folder, ['a.csv', 'b.csv', 'c.csv'])
    assert.deepEqual(readdirSync(folder).toSorted(), [...FILES.slice(0, 4), 'old'])
  })

  test('removes nothing while the newest files are unknown', async () => {
    const folder = folderOf(FILES)
    await forgetOldDownloads(folder, [])
    assert.equal(readdirSync(folder).length, FILES.length + 1)
  })
})
