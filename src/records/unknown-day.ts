/** Registers write these days for an unknown one. */
export function isPlaceholderDay(day: string): boolean {
  return day === '1800-01-01' || day === '1000-01-01'
}

/** The label under which an import counts the placeholders of one field. */
export function placeholderLabel(field: string, day: string): string {
  return `${field} is ${day}, which means an unknown day`
}

/** An end on an unknown day. It is no text, so that no code can show it as a day by mistake. */
export const ON_UNKNOWN_DAY = true

/** The day on which something ended, as `YYYY-MM-DD`. */
export type EndDay = string | typeof ON_UNKNOWN_DAY

/** Converts a published end. A placeholder means an end on an unknown day. */
export function toEndDay(day: string): EndDay {
  return isPlaceholderDay(day) ? ON_UNKNOWN_DAY : day
}

/** The known day of an end, or null. */
export function knownDay(end: EndDay | null): string | null {
  return end === ON_UNKNOWN_DAY ? null : end
}
