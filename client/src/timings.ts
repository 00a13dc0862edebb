/* How long the client waits. Without imports, so that the bundler writes the numbers in place of the names. */

/** The longest time of a call, with its session and all retries. */
export const CALL_MAX_MS = 10_000
/**
 * A session lives for 15 minutes and is renewed a minute earlier. `expires_at` is not used: the device's clock may be
 * wrong by hours.
 */
export const SESSION_RENEWED_AFTER_MS = 840_000
/** A call is sent at most so often. */
export const RETRY_ATTEMPTS_MAX = 3
/** The second wait is twice as long. */
export const RETRY_FIRST_WAIT_MS = 300

/** An earlier loading message would only flicker. */
export const LOADING_AFTER_MS = 350
/** The longest wait for the service. If the service asks for more, the widget stops searching without a message. */
export const BLOCKED_MAX_MS = 30_000
/** The pause after an error without Retry-After. */
export const PAUSE_SECONDS = 2
/** Until the page is loaded again. */
export const FOREVER_SECONDS = 1e9
