import Type from 'typebox'
import { COUNTRIES } from '../../records/country.ts'
import { stringEnum } from './nullable.ts'

export const LANGUAGES = ['sk', 'cs', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

/** The scopes that a browser session can have. */
export const SESSION_SCOPES = ['addresses:suggest', 'companies:suggest', 'companies:read'] as const

export const CountryWord = stringEnum(COUNTRIES)
export const LanguageWord = stringEnum(LANGUAGES)
export const Hex32 = Type.String({ pattern: '^[0-9a-f]{32}$' })
export const Hex64 = Type.String({ pattern: '^[0-9a-f]{64}$' })
export const Count = Type.Integer({ minimum: 0 })
