import { type ByteString, toByteString } from '../../stdx/byte-string.ts'
import type { BrowserSession } from '../schemas/browser-session.ts'
import type { Meta } from '../schemas/meta.ts'
import type { Usage } from '../schemas/usage.ts'

export function writeFreeBody(data: Usage | BrowserSession, requestId: string): ByteString {
  const meta: Meta = { request_id: requestId, charged_units: 0 }
  return toByteString(JSON.stringify({ data, meta }))
}
