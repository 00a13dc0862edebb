import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeWindows1250 } from './windows-1250.ts'

test('an encoded text decodes to itself', () => {
  const text = 'Kód části obce; Žluťoučký kůň, ľaliový tŕň 1/2 "„…“'
  assert.equal(new TextDecoder('windows-1250').decode(encodeWindows1250(text)), text)
})

test('a letter outside the code page trips an assertion', () => {
  assert.throws(() => encodeWindows1250('č→x'), /windows-1250 has no letter "→"/)
})
