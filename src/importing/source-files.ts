import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { SourceFile } from '../registries/registries.ts'
import { isoTime } from '../stdx/clock.ts'
import { InputError } from '../stdx/input-error.ts'

/** Lies beside invented files, or one folder above: answers made from such data say `sample`. */
export const SAMPLE_MARKER = 'regista-sample.json'

export function sourceFiles(paths: readonly string[]): SourceFile[] {
  return paths.map(sourceFile)
}

export function sourceFile(given: string): SourceFile {
  const path = resolve(given)
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined) throw new InputError(`${given}: no such file. Check the path.`)
  if (stat.isDirectory()) throw new InputError(`${given} is a folder. Name the files in it: ${given}/*`)
  // A pipe has no size, and files are read more than once.
  if (!stat.isFile()) throw new InputError(`${given} is a pipe or a device. Write its content to a file first.`)
  if (stat.size === 0) throw new InputError(`${given} is empty. Fetch it again.`)
  return { path, name: basename(path), bytes: stat.size, fetchedAt: isoTime(stat.mtimeMs) }
}

export function isInvented(files: readonly SourceFile[]): boolean {
  return files.some(({ path }) => {
    const folder = dirname(path)
    const marker = [join(folder, SAMPLE_MARKER), join(dirname(folder), SAMPLE_MARKER)].find(existsSync)
    if (marker === undefined) return false
    try {
      return (JSON.parse(readFileSync(marker, 'utf8')) as { invented?: unknown }).invented === true
    } catch {
      throw new InputError(
        `${marker} should say whether the files beside it are invented, and cannot be read. Remove it or write the sample anew.`,
      )
    }
  })
}
