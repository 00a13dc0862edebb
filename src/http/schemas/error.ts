import Type from 'typebox'
import { ERROR_CODES } from '../errors.ts'
import { describe } from './describe.ts'
import { strictObject } from './strict-object.ts'
import { RequestId } from './words.ts'

export const ErrorBody = strictObject(
  {
    error: strictObject(
      {
        code: Type.String({ examples: ERROR_CODES, description: 'For programs. Codes are added, never renamed.' }),
        message: Type.String({ description: 'For programmers: what happened, and what to do. Do not parse it.' }),
        retry_after_seconds: Type.Optional(
          describe(
            Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 1 }),
            'Only for 429 and 503: the seconds to wait, as in `Retry-After`.',
          ),
        ),
      },
      { description: 'What went wrong.' },
    ),
    request_id: RequestId,
  },
  { title: 'Error', description: 'Why the request failed and what to do. A failed request is never charged.' },
)
