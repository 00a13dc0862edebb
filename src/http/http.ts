/** The API over HTTP. No other folder writes its JSON. */
export { API_ERRORS, type ErrorCode } from './errors.ts'
export type { HttpPorts, LedgerPort, Log, Meter } from './ports.ts'
export { type ReleaseParts, type ServedRelease, serveRelease } from './served-release.ts'
export { HttpServer } from './server.ts'
