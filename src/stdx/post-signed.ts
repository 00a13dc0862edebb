import { createHmac } from 'node:crypto'

/** A receiver of signed messages. */
export interface SignedTarget {
  readonly url: string
  /** The receiver has the same. */
  readonly secret: string
}

const PATIENCE_MS = 10_000

/** Posts JSON text with its signature. Resolves if the receiver says that it has it; it is asked once. */
export async function postSigned({ url, secret }: SignedTarget, json: string, nowMs: number): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'regista-signature': sign(secret, json, nowMs) },
    body: json,
    redirect: 'manual',
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`the receiver answered with status ${response.status}`)
}

/** `t=SECONDS,v1=HEX`: HMAC-SHA256 over time, point and body, so that nobody can send an old message again. */
export function sign(secret: string, body: string, nowMs: number): string {
  const seconds = Math.floor(nowMs / 1000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}
