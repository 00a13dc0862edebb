import { fc } from '../../src/stdx/testing/properties.ts'
import { type Draft, wire } from './draft.ts'

/** Bytes for a connection of their own. They need not contain a request. */
export function rawBytes(drafts: fc.Arbitrary<Draft>): fc.Arbitrary<{ readonly kind: string; readonly bytes: Buffer }> {
  const sound = drafts.map(wire)
  return fc.oneof(
    { weight: 5, arbitrary: sound.chain(spoilt).map((bytes) => ({ kind: 'bytes changed', bytes })) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(sound, fc.nat())
        .map(([bytes, at]) => ({ kind: 'cut off', bytes: bytes.subarray(0, at % bytes.length) })),
    },
    {
      weight: 1,
      arbitrary: fc
        .array(sound, { minLength: 2, maxLength: 4 })
        .chain((all) => spoilt(Buffer.concat(all)))
        .map((bytes) => ({ kind: 'several, bytes changed', bytes })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(sound, fc.constantFrom(...FRAMINGS))
        .map(([bytes, framing]) => ({ kind: 'strange framing', bytes: framed(bytes, framing) })),
    },
    {
      weight: 1,
      arbitrary: fc
        .uint8Array({ minLength: 1, maxLength: 200 })
        .map((bytes) => ({ kind: 'garbage', bytes: Buffer.from(bytes) })),
    },
  )
}

function spoilt(bytes: Buffer): fc.Arbitrary<Buffer> {
  const at = fc.nat({ max: bytes.length - 1 })
  const change = fc.oneof(
    fc.tuple(at, fc.nat({ max: 255 })).map(([place, byte]) => ({ place, away: 1, put: Buffer.of(byte) })),
    fc.tuple(at, fc.nat({ max: 40 })).map(([place, away]) => ({ place, away, put: Buffer.alloc(0) })),
    fc
      .tuple(at, fc.constantFrom(...PIECES))
      .map(([place, piece]) => ({ place, away: 0, put: Buffer.from(piece, 'latin1') })),
    fc
      .tuple(at, at, fc.nat({ max: 40 }))
      .map(([place, from, length]) => ({ place, away: 0, put: bytes.subarray(from, from + length) })),
  )
  return fc.array(change, { minLength: 1, maxLength: 4 }).map((changes) =>
    // From the end, so no position moves.
    changes
      .toSorted((a, b) => b.place - a.place)
      .reduce(
        (whole, { place, away, put }) => Buffer.concat([whole.subarray(0, place), put, whole.subarray(place + away)]),
        bytes,
      ),
  )
}

const PIECES = [
  '\r\n',
  '\n',
  '\r',
  '\u0000',
  ' ',
  '\t',
  ':',
  '\r\n\r\n',
  '\r\n ',
  '%00',
  '\u00ff',
  '\u0080',
  ' HTTP/1.1',
  'HTTP/1.0\r\n',
  '?',
  '#',
  '//',
  'Content-Length: 5\r\n',
  'Content-Length: 0\r\n',
  'Transfer-Encoding: chunked\r\n',
  'Host: b\r\n',
  'Connection: close\r\n',
  'Expect: 100-continue\r\n',
  '0\r\n\r\n',
  'GET / HTTP/1.1\r\n\r\n',
  'x'.repeat(9_000),
  'A: b\r\n'.repeat(80),
]

/** The last lines of a head, and the bytes after it. */
const FRAMINGS: readonly (readonly [lines: string, rest: string])[] = [
  ['Content-Length: 3\r\nTransfer-Encoding: chunked', '3\r\nabc\r\n0\r\n\r\n'],
  ['Transfer-Encoding: chunked', '3\r\nab'],
  ['Transfer-Encoding: chunked', 'ffffffffffffffffff\r\n'],
  ['Transfer-Encoding: chunked', '3;a=b\r\nabc\r\n0\r\nX: y\r\n\r\n'],
  ['Transfer-Encoding: chunked', '3\nabc\n0\n\n'],
  ['Transfer-Encoding: chunked', '-1\r\n'],
  ['Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked', '0\r\n\r\n'],
  ['Transfer-Encoding: chunked, chunked', '0\r\n\r\n'],
  ['Transfer-Encoding: identity', ''],
  ['Transfer-Encoding:\tchunked', '0\r\n\r\n'],
  ['Content-Length: 5\r\nContent-Length: 6', 'abcdef'],
  ['Content-Length: 05', 'abcde'],
  ['Content-Length: 0x5', 'abcde'],
  ['Content-Length: 5', 'abc'],
  ['Content-Length: 5', 'abcdeGET / HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['Content-Length: 99999999999999999999', 'abc'],
  ['Expect: 100-continue\r\nContent-Length: 3', 'abc'],
]

function framed(bytes: Buffer, [lines, rest]: readonly [string, string]): Buffer {
  const end = bytes.indexOf('\r\n\r\n')
  return Buffer.concat([bytes.subarray(0, end), Buffer.from(`\r\n${lines}\r\n\r\n${rest}`)])
}
