const RAW_ROW_LENGTH_MAX = 2000

/** The raw row as the rejects file keeps it: addresses are no secret, but a broken row may be of any length. */
export function rawRow(text: string): string {
  return text.slice(0, RAW_ROW_LENGTH_MAX)
}
