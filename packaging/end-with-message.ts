import { InputError } from '../src/stdx/input-error.ts'

/** Runs a script. What its user can mend is printed without a stack trace. */
export async function endWithMessage(run: () => void | Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
