export type * from './api-error-codes.ts'
export type * from './api-types.ts'
export { createRegista } from './create-regista.ts'
export { findHighlights, type Highlight } from './highlights.ts'
export { isQuery } from './query.ts'
export type * from './regista.ts'
export {
  type ClientErrorCode,
  RegistaError,
  type RegistaErrorCode,
  type RegistaErrorDetails,
} from './regista-error.ts'
