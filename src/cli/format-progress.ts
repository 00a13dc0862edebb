import type { ProgressState } from '../importing/importing.ts'
import { formatNumber } from '../stdx/format-count.ts'

const BAR_CELLS = 20

/** `sk-rpo  [########------------]  42 %  1 204 000 rows  98 000/s  380/905 MB  5 s left  12 rejected` */
export function formatProgress(
  { what, unit, done, total, rows = 0, rejected = 0 }: ProgressState,
  { seconds, hasBar }: { readonly seconds: number; readonly hasBar: boolean },
): string {
  const share = total === 0 ? 0 : Math.min(1, done / total)
  const parts = [what]
  if (total !== 0) {
    const cells = Math.floor(share * BAR_CELLS)
    if (hasBar) parts.push(`[${'#'.repeat(cells)}${'-'.repeat(BAR_CELLS - cells)}]`)
    parts.push(`${Math.floor(share * 100)} %`)
  }
  if (rows !== 0)
    parts.push(`${formatNumber(rows)} rows`, `${formatNumber(Math.round(rows / Math.max(seconds, 0.001)))}/s`)
  const amount = unit === 'bytes' ? formatMegabytes : formatNumber
  if (total !== 0 || done !== 0)
    parts.push(`${[done, ...(total === 0 ? [] : [total])].map(amount).join('/')} ${unit === 'bytes' ? 'MB' : unit}`)
  if (0.01 < share && share < 1) parts.push(`${formatSeconds(Math.ceil((seconds / share) * (1 - share)))} left`)
  if (rejected !== 0) parts.push(`${formatNumber(rejected)} rejected`)
  return parts.join('  ')
}

function formatMegabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)
}

function formatSeconds(seconds: number): string {
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
