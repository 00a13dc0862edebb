/** The reason of a command that a signal has ended. Named as Node names what an AbortSignal ends. */
export class Interruption extends Error {
  override readonly name = 'AbortError'
  readonly by: 'SIGHUP' | 'SIGINT' | 'SIGTERM'

  constructor(by: Interruption['by']) {
    super(`interrupted by ${by}`)
    this.by = by
  }
}
