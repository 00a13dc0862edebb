import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface PageFile {
  readonly type: string
  readonly body: string | Buffer
}

/** Serves the pages of a shop. */
export interface PageServer extends AsyncDisposable {
  readonly port: number
  readonly origin: string
}

/** `headers` go with every file, for example a content security policy. */
export async function servePages(
  fileAt: (path: string) => PageFile | undefined,
  headers: Readonly<Record<string, string>> = {},
): Promise<PageServer> {
  const server = createServer(({ url }, response) => {
    const file = fileAt(url!)
    if (file === undefined) return void response.writeHead(404).end()
    response.writeHead(200, { ...headers, 'Content-Type': file.type }).end(file.body)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  return { port, origin: `http://localhost:${port}`, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}
