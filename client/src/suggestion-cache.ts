import type { Ports } from './ports.ts'

/** Prefixes of a few recent inputs. */
const ENTRIES_MAX = 50
/** A release is seldom switched more often than once in a day. */
const AGE_MAX_MS = 5 * 60_000

/** Recent suggestions by path, so that backspace costs nothing. */
export interface SuggestionCache<T> {
  get(path: string): T | undefined
  set(path: string, value: T): void
}

export function createSuggestionCache<T>({ nowMs }: Pick<Ports, 'nowMs'>): SuggestionCache<T> {
  const entries = new Map<string, readonly [value: T, endMs: number]>()
  return {
    get(path) {
      const entry = entries.get(path)
      return entry && nowMs() < entry[1] ? entry[0] : undefined
    },
    set(path, value) {
      entries.delete(path)
      entries.set(path, [value, nowMs() + AGE_MAX_MS])
      // The first one is the oldest.
      for (const [oldest] of entries) if (ENTRIES_MAX < entries.size) entries.delete(oldest)
    },
  }
}
