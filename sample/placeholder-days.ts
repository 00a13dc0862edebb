import { dayNumber } from './days.ts'

const PLACEHOLDERS = [dayNumber('1000-01-01'), dayNumber('1800-01-01')] as const

/** A day that registers write where they know none; `record` decides which of the two. */
export function placeholderDay(record: number): number {
  return PLACEHOLDERS[record & 1]!
}
