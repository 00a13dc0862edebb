import { accessSync, constants, existsSync } from 'node:fs'
import { join } from 'node:path'
import { examineCatalog } from '../../catalog/catalog.ts'
import { readSourceAnswers } from '../../importing/importing.ts'
import { formatCount, formatNumber } from '../../stdx/format-count.ts'
import { freeBytes } from '../../stdx/free-bytes.ts'
import { HOUR_MS } from '../../stdx/time-units.ts'
import type { Context } from '../context.ts'
import type { Finding } from './finding.ts'

/** Less may not hold even a small catalog; a national one with its releases needs twenty times as much. */
const FREE_BYTES_MIN = 500e6

export function node(): Finding[] {
  return [{ check: 'node', state: 'ok', detail: `${process.versions.node}, SQLite ${process.versions.sqlite}` }]
}

export async function dataFolder({ dataDir }: Context): Promise<Finding[]> {
  const found = (state: Finding['state'], detail: string): Finding[] => [{ check: 'data folder', state, detail }]
  if (!existsSync(dataDir)) return found('ok', `${dataDir} does not exist yet; the first import creates it`)
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK)
  } catch {
    return found('bad', `${dataDir} cannot be written; give this user the right to, or name another with --data`)
  }
  const bytes = (await freeBytes(dataDir)) ?? 0
  const free = `${dataDir}, ${formatNumber(Math.round(bytes / 1e6))} MB free`
  if (FREE_BYTES_MIN <= bytes) return found('ok', free)
  return found('bad', `${free}; a national catalog with its releases needs 10 000 MB`)
}

export function catalog(context: Context): Finding[] {
  const path = join(context.dataDir, 'catalog.db')
  if (!existsSync(path))
    return [{ check: 'catalog', state: 'next', detail: 'none yet; `regista sync` or `import` creates it' }]
  const errors = examineCatalog(path)
  return [{ check: 'catalog', state: errors.length === 0 ? 'ok' : 'bad', detail: errors[0] ?? 'sound' }]
}

/** How the hosts of the sources answered last. */
export function answers({ dataDir, clock }: Context): Finding[] {
  return Object.entries(readSourceAnswers(dataDir)).map(([source, { at, problems }]) => {
    const hours = Math.floor((clock.nowMs() - Date.parse(at)) / HOUR_MS)
    const age = hours < 48 ? formatCount(hours, 'hour') : formatCount(Math.floor(hours / 24), 'day')
    const detail = problems.length === 0 ? `answered ${age} ago` : `${age} ago: ${problems.join('; ')}`
    return { check: `${source}, last answer`, state: problems.length === 0 ? 'ok' : 'warn', detail }
  })
}
