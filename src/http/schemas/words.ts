import Type from 'typebox'
import { COUNTRIES } from '../../records/country.ts'
import { word } from './nullable.ts'

/** Words that many schemas use. */
export const LANGUAGES = ['sk', 'cs', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

/** What a browser session may be for. */
export const SESSION_SCOPES = ['addresses:suggest', 'companies:suggest', 'companies:read'] as const

export const CountryWord = word(COUNTRIES)
export const LanguageWord = word(LANGUAGES)
export const Hex32 = Type.String({ pattern: '^[0-9a-f]{32}$' })
export const Hex64 = Type.String({ pattern: '^[0-9a-f]{64}$' })
export const Count = Type.Integer({ minimum: 0 })
