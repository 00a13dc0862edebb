import { addDays, dayAfter, parseDay } from '../../records/date.ts'
import { type BucketObject, listBucket, md5OfEtag } from '../../stdx/bucket-listing.ts'
import { redactUrl } from '../../stdx/http-get.ts'
import { InputError } from '../../stdx/input-error.ts'
import type { Applied, Remote, RemoteFile, RemotePlan, RemoteSet } from '../remote.ts'

const BUCKET = 'https://frkqbrydxwdp.compat.objectstorage.eu-frankfurt-1.oraclecloud.com/susr-rpo/'

/**
 * An anonymous bucket: a complete state once a month in parts, and the changes of each day, which are kept for 45 days.
 */
export const SK_RPO_REMOTE: Remote<'initListing' | 'dailyListing' | 'files'> = {
  registry: 'sk-rpo',
  addresses: {
    initListing: `${BUCKET}?list-type=2&prefix=batch-init/`,
    dailyListing: `${BUCKET}?list-type=2&prefix=batch-daily/`,
    files: BUCKET,
  },
  async find({ addresses, applied, givenUpUntil, readPage }) {
    const inits = initsIn(await listBucket(addresses.initListing, readPage))
    const dailies = dailiesIn(await listBucket(addresses.dailyListing, readPage))
    if (inits.length === 0) {
      throw new InputError(
        `${redactUrl(addresses.initListing)} lists no init_YYYY-MM-DD_NNN.json.gz. Check the address initListing of sk-rpo.`,
      )
    }
    return planRpo({ inits, dailies, applied, givenUpUntil, base: addresses.files })
  },
}

// Complete keys: the bucket also has manifests, and a copy in a subfolder would count as a second part.
const INIT_KEY = /^batch-init\/init_([0-9]{4}-[0-9]{2}-[0-9]{2})_([0-9]{3})\.json\.gz$/
const DAILY_KEY = /^batch-daily\/actual_([0-9]{4}-[0-9]{2}-[0-9]{2})\.json\.gz$/

interface Init {
  readonly day: string
  /** By number, from 1. Unlisted parts are absent. */
  readonly parts: ReadonlyMap<number, BucketObject>
}

interface Daily {
  readonly day: string
  readonly object: BucketObject
}

export interface RpoListing {
  /** Oldest first. */
  readonly inits: readonly Init[]
  readonly dailies: readonly Daily[]
  readonly applied: Applied
  readonly givenUpUntil: string
  readonly base: string
}

/**
 * The newest init, if the catalog lacks it, then each daily after the day of the data. Later dailies wait for a missing
 * one until it is given up (docs/decisions/0016-missing-dailies.md). A daily that was given up and is listed now is
 * included too, unless the init covers it.
 */
function planRpo({ inits, dailies, applied, givenUpUntil, base }: RpoListing): RemotePlan {
  const newest = inits.at(-1)!
  const sets: RemoteSet[] = []
  const refused: { title: string; reason: string }[] = []
  let standing = applied.lastDay ?? applied.lastInit
  let initDay = applied.lastInit ?? ''
  if (applied.lastInit === null || applied.lastInit < newest.day) {
    const reason = lackOf(newest, inits.at(-2))
    if (reason === undefined) {
      sets.push(initSet(newest, base))
      initDay = newest.day
      // An init may be listed days after its date. The catalog keeps the changes of later dailies.
      standing = standing === null || standing < newest.day ? newest.day : standing
    } else refused.push({ title: `init ${newest.day}`, reason })
  }
  if (standing === null) return { sets, sequence: 'in_order', refused }
  const late = new Set(applied.missingDays.filter((day) => initDay < day))
  for (const daily of dailies) {
    const { day } = daily
    if (late.has(day)) sets.push(dailySet(daily, { base, optional: true, acrossGap: true }))
    if (day <= standing) continue
    const expected = dayAfter(standing)
    // The days missing before this one end with the day before it.
    const acrossGap = addDays(day, -1) <= givenUpUntil
    if (day !== expected && !acrossGap) {
      refused.push({
        title: `daily ${expected}`,
        reason: `it is not listed though that of ${day} is. The days after it wait for it until it is given up (--wait-days); then they are imported without it.`,
      })
      break
    }
    sets.push(dailySet(daily, { base, optional: day <= givenUpUntil, acrossGap }))
    standing = day
  }
  return { sets, sequence: 'in_order', refused }
}

/** The reason against an init. Undefined: it can be used. */
function lackOf(init: Init, before: Init | undefined): string | undefined {
  const count = Math.max(...init.parts.keys())
  const missing = Array.from({ length: count }, (_, i) => i + 1).find((part) => !init.parts.has(part))
  if (missing !== undefined) {
    return `part ${String(missing).padStart(3, '0')} of ${count} is not listed. Run this again when the register has completed it.`
  }
  // The register only grows, so an init with fewer parts than the last one is most likely still being uploaded.
  if (before === undefined || before.parts.size <= count) return undefined
  return `${count} parts are listed, the init of ${before.day} had ${before.parts.size}: it may still be on its way. Run this again later; if it stays so, fetch and import it by hand.`
}

function initSet({ day, parts }: Init, base: string): RemoteSet {
  const files = [...parts.keys()].toSorted((a, b) => a - b).map((part) => fileOf(parts.get(part)!, base))
  return { title: `init ${day}`, wanted: 'always', files, parts: files.length }
}

function dailySet(
  { day, object }: Daily,
  { base, optional, acrossGap }: { readonly base: string; readonly optional: boolean; readonly acrossGap: boolean },
): RemoteSet {
  return { title: `daily ${day}`, wanted: 'always', files: [fileOf(object, base)], optional, acrossGap }
}

function fileOf({ key, bytes, etag }: BucketObject, base: string): RemoteFile {
  const md5 = md5OfEtag(etag)
  return {
    name: key.slice(key.lastIndexOf('/') + 1),
    url: new URL(key, base).href,
    role: 'data',
    bytes,
    ...(etag === '' ? {} : { etag }),
    ...(md5 === undefined ? {} : { md5 }),
  }
}

function initsIn(objects: readonly BucketObject[]): Init[] {
  const days = new Map<string, Map<number, BucketObject>>()
  for (const object of objects) {
    const [, dayText, part] = INIT_KEY.exec(object.key) ?? []
    const day = dayText === undefined ? undefined : parseDay(dayText)
    if (day === undefined || Number(part) === 0) continue
    const parts = days.get(day) ?? new Map<number, BucketObject>()
    days.set(day, parts.set(Number(part), object))
  }
  return [...days].map(([day, parts]) => ({ day, parts })).toSorted(byDay)
}

function dailiesIn(objects: readonly BucketObject[]): Daily[] {
  const days = new Map<string, BucketObject>()
  for (const object of objects) {
    const day = parseDay(DAILY_KEY.exec(object.key)?.[1] ?? '')
    if (day !== undefined) days.set(day, object)
  }
  return [...days].map(([day, object]) => ({ day, object })).toSorted(byDay)
}

function byDay(a: { readonly day: string }, b: { readonly day: string }): number {
  return a.day < b.day ? -1 : 1
}
