const RAW_ROW_LENGTH_MAX = 2000

/** The raw row for the rejects file. Addresses are no secret, but a malformed row may have any length. */
export function rawRow(text: string): string {
  return text.slice(0, RAW_ROW_LENGTH_MAX)
}
