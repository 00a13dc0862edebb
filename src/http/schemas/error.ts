import Type from 'typebox'
import { ERROR_CODES } from '../errors.ts'
import { strictObject } from './strict-object.ts'
import { Hex32 } from './words.ts'

export const ErrorBody = strictObject(
  {
    error: strictObject({
      code: Type.String({ examples: ERROR_CODES }),
      message: Type.String(),
      retry_after_seconds: Type.Optional(Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 1 })),
    }),
    request_id: Hex32,
  },
  { title: 'Error', description: 'Why the request failed and what to do. A failed request is never charged.' },
)
