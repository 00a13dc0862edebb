import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeSeal } from './seal.ts'

test('the seal is what Python’s hmac and OpenSSL’s aes-128-ecb make of the same input', () => {
  const seal = makeSeal(Uint8Array.from({ length: 32 }, (_, i) => i))
  const block = Uint8Array.from({ length: 16 }, (_, i) => i)
  const sealed = seal.close(block, { ip: '203.0.113.7', origin: 'https://shop.example' })
  assert.equal(sealed.toHex(), '2c83f3461896a0a907e83db95c9f765ce04c55b9e666b7e06178e4c7b471d946')
})
