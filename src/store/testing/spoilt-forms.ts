import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import type { ServerResponse } from 'node:http'
import { dirname, join } from 'node:path'
import { constants, gzipSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/** Sends something else than the content of a file. */
export type Spoil = (response: ServerResponse, content: Buffer) => void

const PAGE = Buffer.from('<!doctype html><title>Not here</title>')

function whole(change: (content: Buffer) => Buffer, headers: Readonly<Record<string, string>> = {}): Spoil {
  return (response, content) => {
    const body = change(content)
    response.writeHead(200, { 'content-length': body.length, ...headers }).end(body)
  }
}

function status(code: number, headers: Readonly<Record<string, string>> = {}): Spoil {
  return (response) => void response.writeHead(code, { 'content-length': PAGE.length, ...headers }).end(PAGE)
}

function raw(text: string): Spoil {
  return ({ socket }) => void socket!.end(text)
}

/** Sends a piece again and again, until the client closes the connection. */
function repeat(response: ServerResponse, everyMs: number, piece: () => string): void {
  const { socket } = response
  const timer = setInterval(() => socket!.write(piece()), everyMs)
  socket!.once('close', () => clearInterval(timer))
}

const BOMB = zstdCompressSync(Buffer.alloc(16 << 20))
const OK = 'HTTP/1.1 200 OK\r\n'
const flipAt = (part: number) => (content: Buffer) => {
  const flipped = Buffer.from(content)
  flipped[Math.min(content.length - 1, Math.floor(content.length * part))]! ^= 1
  return flipped
}
const otherContent = (content: Buffer) => zstdCompressSync(flipAt(0.9)(zstdDecompressSync(content)))
const half = (content: Buffer) => content.subarray(0, content.length >> 1)
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')

/** What a web server may send in place of a form. */
export const SPOILT_ANSWERS: Readonly<Record<string, Spoil>> = {
  'a web page with 200': whole(() => PAGE, { 'content-type': 'text/html; charset=utf-8' }),
  'a web page of another type': whole(() => PAGE, { 'content-type': 'application/octet-stream' }),
  'an empty body': whole(() => Buffer.alloc(0)),
  'an empty body in chunks': (response) => void response.writeHead(200).end(),
  'trailing bytes': whole((content) => Buffer.concat([content, Buffer.from('trailing')])),
  'a page of zeros behind it': whole((content) => Buffer.concat([content, Buffer.alloc(4096)])),
  'more than the file': whole(() => Buffer.alloc(8 << 20, 7)),
  'a longer length than its body': raw(`${OK}content-length: 100000\r\n\r\nshort`),
  'a shorter length than its body': (response, content) =>
    void response.socket!.end(Buffer.concat([Buffer.from(`${OK}content-length: 9\r\n\r\n`), content])),
  'a negative length': raw(`${OK}content-length: -5\r\n\r\nshort`),
  'two lengths': raw(`${OK}content-length: 5\r\ncontent-length: 6\r\n\r\nshort`),
  'no length': (response, content) =>
    void response.socket!.end(Buffer.concat([Buffer.from(`${OK}connection: close\r\n\r\n`), half(content)])),
  'a broken chunk': raw(`${OK}transfer-encoding: chunked\r\n\r\nfffff\r\nshort`),
  'half of it': whole(half),
  'one byte': whole((content) => content.subarray(0, 1)),
  'another first bit': whole(flipAt(0)),
  'another bit in the middle': whole(flipAt(0.5)),
  'another last bit': whole(flipAt(1)),
  'bytes by chance': whole((content) => Buffer.from(sha256(content).repeat(100))),
  'a right form of other content': whole(otherContent),
  'the right form of nothing': whole(() => zstdCompressSync(Buffer.alloc(0))),
  'a bomb': whole(() => BOMB),
  'a large window': whole((content) =>
    zstdCompressSync(content, { params: { [constants.ZSTD_c_windowLog]: 27, [constants.ZSTD_c_contentSizeFlag]: 0 } }),
  ),
  'it as gzip': whole((content) => gzipSync(content), { 'content-encoding': 'gzip' }),
  'it with the label br': whole((content) => content, { 'content-encoding': 'br' }),
  'another checksum': whole((content) => content, { 'content-md5': 'AAAAAAAAAAAAAAAAAAAAAA==' }),
  'another range': (response, content) => {
    const range = { 'content-range': `bytes 5-${content.length + 4}/${content.length + 5}` }
    response.writeHead(206, { ...range, 'content-length': content.length }).end(content)
  },
  'what is no answer': raw('ERROR\r\n\r\n'),
  'another protocol': raw('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
  ...Object.fromEntries(
    [204, 304, 400, 401, 403, 404, 408, 410, 416, 429, 500, 502, 503, 504].map((code) => [
      `status ${code}`,
      status(code),
    ]),
  ),
  '429 for an hour': status(429, { 'retry-after': '3600' }),
  '503 for a minute': status(503, { 'retry-after': '60' }),
  'a redirect to itself': (response) =>
    void response.writeHead(302, { location: response.req.url!, 'content-length': 0 }).end(),
  'a redirect to a closed port': status(301, { location: 'http://127.0.0.1:1/' }),
  'a redirect to no web address': status(307, { location: 'ftp://127.0.0.1/' }),
  'a redirect to nothing': status(308, { location: 'http://' }),
  'a redirect to an unknown host': status(302, { location: 'http://store.invalid/' }),
  'a redirect to another file': status(302, { location: '/withdrawn.json' }),
  'a closed connection': ({ socket }) => void socket!.destroy(),
  'a reset connection': ({ socket }) => void socket!.resetAndDestroy(),
  'a reset in the middle': (response, content) => {
    response.writeHead(200, { 'content-length': content.length, etag: '"x"' })
    response.write(half(content), () => response.socket!.resetAndDestroy())
  },
  'a close in the middle of the headers': raw(`${OK}content-le`),
  'large headers': raw(`${OK}${`x-long: ${'y'.repeat(1000)}\r\n`.repeat(100)}\r\n`),
}

/** The same for those that last until the client gives up. */
export const ENDLESS_ANSWERS: Readonly<Record<string, Spoil>> = {
  nothing: () => {},
  'headers without an end': (response) => {
    response.socket!.write(OK)
    repeat(response, 20, () => 'x: y\r\n')
  },
  'answers to come': (response) => repeat(response, 20, () => 'HTTP/1.1 100 Continue\r\n\r\n'),
  'headers alone': (response, content) => {
    response.writeHead(200, { 'content-length': content.length }).flushHeaders()
  },
  'half of it, then nothing': (response, content) => {
    response.writeHead(200, { 'content-length': content.length }).write(half(content))
  },
  'a byte from time to time': (response) => {
    response.writeHead(200, { 'content-length': 100_000 }).flushHeaders()
    repeat(response, 20, () => 'x')
  },
  'chunks without an end': (response) => {
    response.writeHead(200).flushHeaders()
    repeat(response, 20, () => '1\r\nx\r\n')
  },
  'redirects that are slow': (response) => {
    setTimeout(() => response.writeHead(302, { location: response.req.url!, 'content-length': 0 }).end(), 100).unref()
  },
}

/** What may stand in a folder in place of a form. */
export const SPOILT_FILES: Readonly<Record<string, (path: string, content: Buffer) => void>> = {
  'a link to itself': (path) => symlinkSync(path, path),
  'a link to nothing': (path) => symlinkSync('nothing', path),
  'a link to its folder': (path) => symlinkSync(dirname(path), path),
  'a link to zeros without an end': (path) => symlinkSync('/dev/zero', path),
  'a link to nothing without an end': (path) => symlinkSync('/dev/null', path),
  'a link to a full disk': (path) => symlinkSync('/dev/full', path),
  'a link to a file that cannot be read': (path) => symlinkSync('/proc/self/mem', path),
  'a link to a file without a length': (path) => symlinkSync('/proc/self/status', path),
  'a link through a file': (path) => symlinkSync('/dev/null/x', path),
  'a link with a long name': (path) => symlinkSync('x'.repeat(300), path),
  'a folder': (path) => mkdirSync(path),
  'a pipe': (path) => execFileSync('mkfifo', [path]),
  'a file without rights': (path, content) => {
    writeFileSync(path, content)
    chmodSync(path, 0)
    if (process.getuid?.() === 0) writeFileSync(path, '')
  },
  'an empty file': (path) => writeFileSync(path, ''),
  'a file of holes': (path) => {
    const file = openSync(path, 'w')
    ftruncateSync(file, 100_000)
    closeSync(file)
  },
  'a file of a terabyte': (path) => {
    const file = openSync(path, 'w')
    ftruncateSync(file, 2 ** 40)
    closeSync(file)
  },
  ...Object.fromEntries(
    Object.entries({
      'trailing bytes': (content: Buffer) => Buffer.concat([content, Buffer.from('trailing')]),
      'half of it': half,
      'one byte': (content: Buffer) => content.subarray(0, 1),
      'all but one byte': (content: Buffer) => content.subarray(0, -1),
      'another first bit': flipAt(0),
      'another bit in the middle': flipAt(0.5),
      'another last bit': flipAt(1),
      'a right form of other content': otherContent,
      'it twice': (content: Buffer) => Buffer.concat([content, content]),
      'a web page': () => PAGE,
      'a bomb': () => BOMB,
      'it as gzip': (content: Buffer) => gzipSync(content),
    }).map(([what, change]) => [what, (path: string, content: Buffer) => writeFileSync(path, change(content))]),
  ),
}

/** Puts something else in the place of each file of a folder. */
export function spoilFiles(folder: string, spoil: (path: string, content: Buffer) => void): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const content = readFileSync(path)
    rmSync(path)
    spoil(path, content)
  }
}
