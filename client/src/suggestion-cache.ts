/** Prefixes of a few recent inputs. */
const ENTRIES_MAX = 50
/** A release is seldom switched more often than once in a day. */
const AGE_MAX_MS = 5 * 60_000

/** Recent suggestions by URL, so that backspace costs nothing. */
export class SuggestionCache<T> {
  readonly #entries = new Map<string, { readonly value: T; readonly endMs: number }>()

  get(url: string, nowMs: number): T | undefined {
    const entry = this.#entries.get(url)
    return entry && nowMs < entry.endMs ? entry.value : undefined
  }

  /** Removes the oldest entry once there are too many. */
  set(url: string, value: T, nowMs: number): void {
    this.#entries.delete(url)
    this.#entries.set(url, { value, endMs: nowMs + AGE_MAX_MS })
    if (ENTRIES_MAX < this.#entries.size) this.#entries.delete(this.#entries.keys().next().value!)
  }
}
