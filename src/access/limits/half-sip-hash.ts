/** 64 bits as two 32-bit integers. */
export interface Bits64 {
  readonly low: number
  readonly high: number
}

/**
 * HalfSipHash-2-4 of an ASCII text, with a 64-bit result. Clients choose the keys of these tables; without the secret
 * they cannot construct collisions. SipHash needs 64-bit words, which are slow here; HMAC takes ten times as long.
 */
export function halfSipHash(secret: Bits64, text: string): Bits64 {
  let v0 = secret.low | 0
  let v1 = secret.high ^ 0xee
  let v2 = 0x6c796765 ^ secret.low
  let v3 = 0x74656462 ^ secret.high

  const round = (): void => {
    v0 = (v0 + v1) | 0
    v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0
    v0 = (v0 << 16) | (v0 >>> 16)
    v2 = (v2 + v3) | 0
    v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2
    v0 = (v0 + v3) | 0
    v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0
    v2 = (v2 + v1) | 0
    v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2
    v2 = (v2 << 16) | (v2 >>> 16)
  }
  const absorb = (word: number): void => {
    v3 ^= word
    round()
    round()
    v0 ^= word
  }

  const whole = text.length & ~3
  for (let at = 0; at < whole; at += 4) absorb(wordAt(text, at, 4))
  absorb((text.length << 24) | wordAt(text, whole, text.length - whole))
  v2 ^= 0xee
  for (let i = 0; i < 4; i++) round()
  const low = v1 ^ v3
  v1 ^= 0xdd
  for (let i = 0; i < 4; i++) round()
  return { low, high: v1 ^ v3 }
}

/** Little-endian. */
function wordAt(text: string, at: number, letters: number): number {
  let word = 0
  for (let i = 0; i < letters; i++) word |= (text.charCodeAt(at + i) & 0xff) << (8 * i)
  return word
}
