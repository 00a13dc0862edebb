import { accessSync, constants, existsSync } from 'node:fs'
import { join } from 'node:path'
import { examineCatalog } from '../../catalog/catalog.ts'
import { formatNumber } from '../../stdx/format-count.ts'
import { freeBytes } from '../../stdx/free-bytes.ts'
import type { Context } from '../context.ts'
import type { Finding } from './finding.ts'

/** Less may not hold even a small catalog; a national one with its releases needs twenty times as much. */
const FREE_BYTES_MIN = 500e6

export function node(): Finding[] {
  return [{ check: 'node', state: 'ok', detail: `${process.versions.node}, SQLite ${process.versions.sqlite}` }]
}

export async function dataFolder({ dataDir }: Context): Promise<Finding[]> {
  if (!existsSync(dataDir)) {
    return [{ check: 'data folder', state: 'ok', detail: `${dataDir} does not exist yet; the first import creates it` }]
  }
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK)
  } catch {
    return [
      {
        check: 'data folder',
        state: 'bad',
        detail: `${dataDir} cannot be written; give this user the right to, or name another with --data`,
      },
    ]
  }
  const free = (await freeBytes(dataDir)) ?? 0
  return [
    {
      check: 'data folder',
      state: FREE_BYTES_MIN <= free ? 'ok' : 'bad',
      detail: `${dataDir}, ${formatNumber(Math.round(free / 1e6))} MB free${free < FREE_BYTES_MIN ? '; a national catalog with its releases needs 10 000 MB' : ''}`,
    },
  ]
}

export function catalog(context: Context): Finding[] {
  const path = join(context.dataDir, 'catalog.db')
  if (!existsSync(path))
    return [{ check: 'catalog', state: 'next', detail: 'none yet; `regista sync` or `import` creates it' }]
  const errors = examineCatalog(path)
  return [{ check: 'catalog', state: errors.length === 0 ? 'ok' : 'bad', detail: errors[0] ?? 'sound' }]
}
