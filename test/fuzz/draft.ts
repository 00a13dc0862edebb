/**
 * A request before it is encoded. Everything but the body is Latin-1, and nothing is checked, so it may be invalid.
 */
export interface Draft {
  readonly method: string
  readonly path: string
  /** `name=value`, encoded. */
  readonly query: readonly string[]
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body?: Buffer
  /** Sends the body in chunks of this size instead of with a length. */
  readonly chunkBytes?: number
}

export function wire(draft: Draft): Buffer {
  const { method, headers, body, chunkBytes } = draft
  const framing = body === undefined ? [] : [framingOf(body, chunkBytes)]
  const lines = [
    `${method} ${targetOf(draft)} HTTP/1.1`,
    ...[...headers, ...framing].map((header) => header.join(': ')),
  ]
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
  if (body === undefined) return head
  return Buffer.concat([head, chunkBytes === undefined ? body : inChunks(body, chunkBytes)])
}

export function targetOf({ path, query }: Draft): string {
  return query.length === 0 ? path : `${path}?${query.join('&')}`
}

export function headerOf({ headers }: Draft, name: string): string | undefined {
  return headers.find(([one]) => one.toLowerCase() === name)?.[1]
}

export function withHeader(draft: Draft, name: string, value: string): Draft {
  const others = draft.headers.filter(([one]) => one.toLowerCase() !== name.toLowerCase())
  return { ...draft, headers: [...others, [name, value]] }
}

function framingOf(body: Buffer, chunkBytes: number | undefined): readonly [string, string] {
  return chunkBytes === undefined ? ['Content-Length', String(body.length)] : ['Transfer-Encoding', 'chunked']
}

function inChunks(body: Buffer, bytes: number): Buffer {
  const chunks: Buffer[] = []
  for (let at = 0; at < body.length; at += bytes) {
    const chunk = body.subarray(at, at + bytes)
    chunks.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n'))
  }
  return Buffer.concat([...chunks, Buffer.from('0\r\n\r\n')])
}
