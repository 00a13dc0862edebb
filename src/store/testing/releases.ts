import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FILE_FORMATS } from '../../engine/file-formats.ts'
import { MANIFEST_FORMAT, type Manifest } from '../../release/manifest.ts'
import { ReleaseFolder, type Withdrawal } from '../../release/release.ts'
import { isoTime } from '../../stdx/clock.ts'
import { DAY_MS } from '../../stdx/time-units.ts'
import { makeFolder } from './scene.ts'

/** The contents of the parts of a release that tests fill. */
export interface Contents {
  readonly companies: string
  /** Null: no register of addresses was imported. */
  readonly addresses: string | null
}

export const OLD: Contents = { companies: 'old', addresses: 'same' }
export const NEW: Contents = { companies: 'new', addresses: 'same' }

export function withdrawal(sourceKey: string): Withdrawal {
  return { country: 'sk', kind: 'company', sourceKey, withdrawnAt: '2026-06-01T00:00:00.000Z' }
}

/** Writes a release that can be copied, but not loaded: its files have any text. */
export function makeRelease(folder: ReleaseFolder, id: string, { companies, addresses }: Contents): string {
  mkdirSync(folder.path(id), { recursive: true })
  const write = (name: string, text: string) => {
    writeFileSync(join(folder.path(id), name), text)
    return { name, bytes: Buffer.byteLength(text), sha256: createHash('sha256').update(text).digest('hex') }
  }
  const segment = <Name>(name: Name, text: string, parts: readonly string[]) => {
    const files = parts.map((part) => write(`${name}.${part}`, `${part} ${text}`))
    return { records: 1, living: 1, counts: {}, name, files }
  }
  const { company, address } = FILE_FORMATS
  const manifest: Manifest = {
    format: MANIFEST_FORMAT,
    id,
    createdAt: `${id.slice(0, 10)}T${id.slice(11, 19).replaceAll('-', ':')}.000Z`,
    projection: 'release-4',
    invented: true,
    segments: [
      { ...segment('companies-sk', companies, ['details.db', 'columns', 'index']), inputs: { formats: company } },
      {
        ...segment('addresses-sk', addresses ?? '', addresses === null ? [] : ['columns', 'index']),
        inputs: { formats: address },
      },
    ],
    sources: [],
  }
  writeFileSync(join(folder.path(id), 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  return id
}

export function makeReleaseFolder(): ReleaseFolder {
  return new ReleaseFolder(makeFolder())
}

/** A time for publications, in ms: 4 o'clock of a day, counted from the first of June 2026. */
export function timeOfDay(day: number): number {
  return Date.parse('2026-06-01T04:00:00Z') + (day - 1) * DAY_MS
}

/** The id of a release of that time: `2026-06-01T04-00-00Z`. */
export function idOfDay(day: number): string {
  return `${isoTime(timeOfDay(day)).slice(0, 19).replaceAll(':', '-')}Z`
}
