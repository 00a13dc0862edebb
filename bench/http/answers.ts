import { connect } from 'node:net'
import type { RawAnswer } from './raw-server.ts'
import type { Requests } from './requests.ts'

const ANSWERS = 2_000

/** What the service answers to the first requests, for a server that only repeats it. */
export async function answersOf(port: number, { bytes, starts }: Requests): Promise<RawAnswer[]> {
  const all = Buffer.from(bytes)
  const places = new Uint32Array(starts)
  const answers: RawAnswer[] = []
  for (let i = 0; answers.length < ANSWERS; i++) {
    const request = all
      .toString('latin1', places[i], places[i + 1])
      .replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')
    const text = await asked(port, request)
    const end = text.indexOf('\r\n\r\n')
    const [line, ...headers] = text.slice(0, end).split('\r\n')
    const kept = headers.map((header) => header.split(': ') as [string, string])
    answers.push({
      status: Number(line!.slice(9, 12)),
      // These two are Node's own there too.
      headers: Object.fromEntries(kept.filter(([name]) => !/^(date|connection|keep-alive)$/i.test(name))),
      body: Buffer.from(text.slice(end + 4), 'latin1').toString('utf8'),
    })
  }
  return answers
}

function asked(port: number, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' })
    let text = ''
    socket.setEncoding('latin1')
    socket.on('data', (chunk) => (text += chunk))
    socket.on('end', () => resolve(text))
    socket.on('error', reject)
    socket.write(request, 'latin1')
  })
}
