import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeWindows1250 } from './windows-1250.ts'

test('what is encoded decodes to the same text', () => {
  const text = 'Kód části obce; Žluťoučký kůň, ľaliový tŕň 1/2 "„…“'
  assert.equal(new TextDecoder('windows-1250').decode(encodeWindows1250(text)), text)
})

test('what the code page lacks becomes a question mark', () => {
  assert.deepEqual([...encodeWindows1250('č→x')], [0xe8, 0x3f, 0x78])
})
