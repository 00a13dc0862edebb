/** What the thread that writes the books answers, or undefined if it does not do so in time: it stands still while the disk does. */
export async function answerInTime<T>(asked: Promise<T>, maxMs: number): Promise<T | undefined> {
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => late.resolve(undefined), maxMs)
  try {
    return await Promise.race([asked, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
