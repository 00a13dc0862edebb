/** The API over HTTP. No other folder writes its JSON. */
export type { HttpPorts, Log, Meter, Refusal, Step } from './ports.ts'
export { readVerification } from './script/script.ts'
export { type ReleaseParts, type ServedRelease, serveRelease } from './served-release.ts'
export { HttpServer } from './server.ts'
