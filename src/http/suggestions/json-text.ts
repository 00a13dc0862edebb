/*
 * Suggestions are written as text: the same bytes as JSON.stringify of the objects, without making the objects (a
 * property compares them). The texts come from the files as bytes that are escaped already.
 */

/** `json` is what stands between the quotes. */
export function quoteOrNull(json: string | null): string {
  return json === null ? 'null' : `"${json}"`
}
