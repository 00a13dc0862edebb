import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

interface Packument {
  readonly name: string
  readonly versions: Record<string, { readonly dist: { readonly integrity: string } }>
  readonly _attachments?: Record<string, { readonly data: string }>
}

/** What npm needs of a registry: it keeps what is published, and refuses a version that it has. */
export class Registry {
  readonly kept = new Map<string, Packument>()
  readonly stored: string[] = []
  /** The name of a package whose publication fails once. */
  failing: string | undefined
  readonly #server = createServer(async (request, response) => {
    const name = decodeURIComponent(request.url!.slice(1).split('?')[0]!)
    const answer = (status: number, body: object) => response.writeHead(status).end(JSON.stringify(body))
    if (request.method === 'GET')
      return this.kept.has(name) ? answer(200, this.kept.get(name)!) : answer(404, { error: 'not found' })
    const sent = (await json(request)) as Packument
    if (name === this.failing) {
      this.failing = undefined
      return answer(500, { error: 'out of order' })
    }
    const [version] = Object.keys(sent.versions)
    if (this.kept.get(name)?.versions[version!] !== undefined) return answer(409, { error: 'it is there' })
    const { _attachments, ...rest } = sent
    this.kept.set(name, rest)
    this.stored.push(Object.values(_attachments!)[0]!.data)
    return answer(201, { ok: true })
  })

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`
  }

  [Symbol.dispose](): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}
