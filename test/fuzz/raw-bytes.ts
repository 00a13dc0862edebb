import { fc } from '../../src/stdx/testing/properties.ts'
import { type Change, place, several, weighted } from './arbitraries.ts'
import { type Draft, wire } from './draft.ts'

const PIECES = [
  ...['\r\n', '\n', '\r', '\0', ' ', '\t', ':', '\r\n\r\n', '\r\n ', '%00', '\u00ff', '\u0080', '?', '#', '//'],
  ...[' HTTP/1.1', 'HTTP/1.0\r\n', 'Content-Length: 5\r\n', 'Content-Length: 0\r\n', 'Host: b\r\n', '0\r\n\r\n'],
  ...['Transfer-Encoding: chunked\r\n', 'Connection: close\r\n', 'Expect: 100-continue\r\n'],
  ...['GET / HTTP/1.1\r\n\r\n', 'x'.repeat(9_000), 'A: b\r\n'.repeat(80)],
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

/** Puts something in place of some bytes: a piece, another byte, nothing, or bytes from elsewhere. */
const bytesChange: fc.Arbitrary<Change<Buffer>> = fc
  .tuple(
    place,
    fc.oneof(
      fc.nat({ max: 255 }).map((byte) => ({ less: 1, put: () => Buffer.of(byte) })),
      fc.nat({ max: 40 }).map((less) => ({ less, put: () => Buffer.alloc(0) })),
      fc.constantFrom(...PIECES).map((piece) => ({ less: 0, put: () => Buffer.from(piece, 'latin1') })),
      fc.tuple(place, fc.nat({ max: 40 })).map(([from, length]) => ({
        less: 0,
        put: (bytes: Buffer) => bytes.subarray(from % bytes.length, (from % bytes.length) + length),
      })),
    ),
  )
  .map(([place, { less, put }]) => (bytes) => {
    const at = place % bytes.length
    return Buffer.concat([bytes.subarray(0, at), put(bytes), bytes.subarray(at + less)])
  })

/** Bytes for a connection of their own. They need not contain a request. */
export function rawBytes(drafts: fc.Arbitrary<Draft>): fc.Arbitrary<{ readonly kind: string; readonly bytes: Buffer }> {
  const sound = drafts.map(wire)
  const spoilt = several(bytesChange, 4)
  const kinds: readonly (readonly [weight: number, kind: string, bytes: fc.Arbitrary<Buffer>])[] = [
    [5, 'bytes changed', fc.tuple(sound, spoilt).map(([bytes, change]) => change(bytes))],
    [2, 'cut off', fc.tuple(sound, place).map(([bytes, at]) => bytes.subarray(0, at % bytes.length))],
    [
      1,
      'several, bytes changed',
      fc
        .tuple(fc.array(sound, { minLength: 2, maxLength: 4 }), spoilt)
        .map(([all, change]) => change(Buffer.concat(all))),
    ],
    [
      1,
      'strange framing',
      fc.tuple(sound, fc.constantFrom(...FRAMINGS)).map(([bytes, framing]) => framed(bytes, framing)),
    ],
    [1, 'garbage', fc.uint8Array({ minLength: 1, maxLength: 200 }).map((bytes) => Buffer.from(bytes))],
  ]
  return weighted(...kinds.map(([weight, kind, all]) => [weight, all.map((bytes) => ({ kind, bytes }))] as const))
}

function framed(bytes: Buffer, [lines, rest]: readonly [string, string]): Buffer {
  const end = bytes.indexOf('\r\n\r\n')
  return Buffer.concat([bytes.subarray(0, end), Buffer.from(`\r\n${lines}\r\n\r\n${rest}`)])
}
