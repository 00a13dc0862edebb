import { RecentValues } from '../../stdx/recent-values.ts'

/** About two megabytes of a country's addresses, and less of its companies. */
const HITS_MAX = 4096

/**
 * The hits of one release that were written last, each as JSON. Most hits of a keystroke were among those of the one
 * before.
 */
export function createHitCache(write: (key: number) => string): RecentValues<string> {
  return new RecentValues(HITS_MAX, (key) => flatten(write(key)))
}

const scratch = Buffer.alloc(1 << 16)

/** V8 would otherwise copy the text piece by piece whenever it is sent. */
function flatten(text: string): string {
  return scratch.length < text.length ? text : scratch.toString('latin1', 0, scratch.write(text, 'latin1'))
}
