/** Registers write these days where they know none. */
export function isPlaceholderDay(day: string): boolean {
  return day === '1800-01-01' || day === '1000-01-01'
}

/** Under this label an import counts the placeholders in one field of a source. */
export function placeholderLabel(field: string, day: string): string {
  return `${field} is ${day}, which means an unknown day`
}

/** Stands for the day of an end that happened on an unknown day. It is no text, so no code can show it as a day by mistake. */
export const ON_UNKNOWN_DAY = true

/** The day on which something ended, as `YYYY-MM-DD`. */
export type EndDay = string | typeof ON_UNKNOWN_DAY

/** A published end: a placeholder means that it ended all the same. */
export function toEndDay(day: string): EndDay {
  return isPlaceholderDay(day) ? ON_UNKNOWN_DAY : day
}

/** The day to show, null if it is unknown or nothing ended. */
export function knownDay(end: EndDay | null): string | null {
  return end === ON_UNKNOWN_DAY ? null : end
}
