/** Compares by code units: the same order on every machine. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a === b ? 0 : 1
}
