/** Every error of the console, with its status. The message says what to do. */
export const CONSOLE_STATUS = {
  /** The request came from where no data may be shown. */
  forbidden: 403,
  /** The operator has set a token, and the request has none. */
  token_required: 403,
  token_wrong: 403,
  not_found: 404,
  method_not_allowed: 405,
  invalid_period: 400,
  invalid_page: 400,
  unknown_account: 404,
  /** The sums of the books and their journal disagree, so no figure is shown. */
  books_differ: 409,
  /** The database does not answer, or there is none yet. */
  unavailable: 503,
  /** Too many queries wait already. */
  busy: 503,
  deadline_exceeded: 504,
} as const

export type ConsoleErrorCode = keyof typeof CONSOLE_STATUS

/** Why the console cannot show something. It passes from the console's thread to the main thread as plain fields. */
export class ConsoleError extends Error {
  readonly code: ConsoleErrorCode

  constructor(code: ConsoleErrorCode, message: string) {
    super(message)
    this.name = 'ConsoleError'
    this.code = code
  }
}
