/** Where something listens, to be pasted: an IPv6 address stands in brackets. */
export function baseUrl(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
