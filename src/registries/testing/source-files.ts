import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { writeTestFiles } from '../../stdx/testing/write-test-files.ts'
import type { SourceFile } from '../registry.ts'

/** For tests: files on disk, as a registry is given them. */
export function writeSourceFiles(files: Readonly<Record<string, string | Uint8Array>>): SourceFile[] {
  return writeTestFiles(files).map((path) => ({
    path,
    name: basename(path),
    bytes: statSync(path).size,
    fetchedAt: '2026-09-18T06:10:00.000Z',
  }))
}
