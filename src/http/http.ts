/** The service as HTTP: the only folder that knows it. README.md has the order of its checks. */
export { API_ERRORS, type ErrorCode } from './errors.ts'
export type { HttpPorts, LedgerPort, Log, Meter } from './ports.ts'
export { type ReleaseParts, type ServedRelease, serveRelease } from './served-release.ts'
export { buildServer } from './server.ts'
