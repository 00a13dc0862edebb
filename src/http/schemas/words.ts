import { COUNTRIES } from '../../records/country.ts'
import { describe, integer, nullableText, stringEnum, text } from './schema.ts'

const LANGUAGES = ['sk', 'cs', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

/** The scopes that a browser session can have. */
export const SESSION_SCOPES = ['addresses:suggest', 'companies:suggest', 'companies:read'] as const

export const CountryWord = stringEnum(COUNTRIES)
export const LanguageWord = stringEnum(LANGUAGES)
const Hex32 = text({ pattern: '^[0-9a-f]{32}$' })
export const RecordId = describe(Hex32, 'The id of the record. It stays the same when the record changes.')
export const RequestId = describe(Hex32, 'Identifies this request, as `X-Request-Id`. Quote it to the operator.')
export const Hex64 = text({ pattern: '^[0-9a-f]{64}$' })
export const Count = integer({ minimum: 0 })

/** A text, with a sentence for its reader. */
export const described = (description: string) => text({ description })
export const describedOrNull = (description: string) => nullableText({ description })
