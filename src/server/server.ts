/** The running server: threads, watchers, admin port. README.md has the rules. */
export { baseUrl } from './base-url.ts'
export { findFreePort, refuseOnePort } from './free-port.ts'
export { passTrustRequests } from './pending-changes.ts'
export { findRefusedRequest } from './refused-requests.ts'
export { runService } from './run-service.ts'
export type { Settings } from './settings.ts'
