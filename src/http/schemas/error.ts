import Type from 'typebox'
import { ERROR_CODES } from '../errors.ts'
import { closed } from './closed.ts'
import { Hex32 } from './words.ts'

export const ErrorBody = closed(
  {
    error: closed({
      code: Type.String({ examples: ERROR_CODES }),
      message: Type.String(),
      retry_after_seconds: Type.Optional(Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 1 })),
    }),
    request_id: Hex32,
  },
  { title: 'Error', description: 'Why the request failed and what to do. A failed request is never charged.' },
)
