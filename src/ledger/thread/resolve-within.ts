/** Resolves to undefined if the promise does not settle in time: the books thread stands still while its disk does. */
export async function resolveWithin<T>(promise: Promise<T>, maxMs: number): Promise<T | undefined> {
  const timeout = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => timeout.resolve(undefined), maxMs)
  try {
    return await Promise.race([promise, timeout.promise])
  } finally {
    clearTimeout(timer)
  }
}
