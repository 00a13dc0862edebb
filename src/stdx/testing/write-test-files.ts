import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'

/** Writes files into a temporary folder, removed after the test file. Returns their paths. */
export function writeTestFiles(files: Readonly<Record<string, string | Uint8Array>>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'regista-test-'))
  after(() => rmSync(folder, { recursive: true }))
  return Object.entries(files).map(([name, content]) => {
    const path = join(folder, name)
    writeFileSync(path, content)
    return path
  })
}
