import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export interface SourceText {
  /** From the root of the project, with slashes. */
  readonly path: string
  readonly text: string
}

/** Every TypeScript file below a folder of the project. */
export function sourcesBelow(folder: string): SourceText[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && entry.name.endsWith('.ts') && !/node_modules|client\/dist/.test(entry.parentPath),
    )
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return { path: relative(ROOT, path), text: readFileSync(path, 'utf8') }
    })
}
