/** A stream that can be looked at before it is taken from. */
export interface Peekable<T> {
  /** Undefined: there is no more. */
  readonly head: T | undefined
  advance(): Promise<void>
}

export async function peekable<T>(items: AsyncIterable<T>): Promise<Peekable<T>> {
  const iterator = items[Symbol.asyncIterator]()
  const next = async (): Promise<T | undefined> => {
    const { done, value } = await iterator.next()
    return done === true ? undefined : value
  }
  let head = await next()
  return {
    get head() {
      return head
    },
    async advance() {
      head = await next()
    },
  }
}
