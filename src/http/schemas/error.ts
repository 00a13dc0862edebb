import { ERROR_CODES } from '../errors.ts'
import { describe, nullableInteger, optional, strictObject, text } from './schema.ts'
import { RequestId } from './words.ts'

export const ApiError = strictObject(
  {
    error: strictObject(
      {
        code: text({
          'x-extensible-enum': ERROR_CODES,
          description: 'For programs. Codes are added, never renamed.',
        }),
        message: text({ description: 'For programmers: what happened, and what to do. Do not parse it.' }),
        retry_after_seconds: optional(
          describe(nullableInteger({ minimum: 1 }), 'Only for 429 and 503: the seconds to wait, as in `Retry-After`.'),
        ),
      },
      { description: 'What went wrong.' },
    ),
    request_id: RequestId,
  },
  { title: 'ApiError', description: 'Why the request failed and what to do. A failed request is never charged.' },
)
