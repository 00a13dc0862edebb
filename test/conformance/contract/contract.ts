import type { Sentences } from '../sentence.ts'
import { AUTHENTICATION } from './authentication.ts'
import { DETAIL_FIELDS, DETAIL_RULES } from './company-detail.ts'
import { ERRORS } from './errors.ts'
import { MONTHS } from './months.ts'
import { ENDPOINTS, READ_COMPANY, USAGE_SENTENCES } from './operations.ts'
import { PREFLIGHTS } from './preflights.ts'
import { PRICES } from './prices.ts'
import { READINGS } from './readings.ts'
import { ENVELOPES, OTHERS, SUGGESTED } from './resources.ts'
import { SERVICE } from './service.ts'
import { SESSIONS } from './sessions.ts'
import { SUGGEST_ADDRESSES, SUGGEST_COMPANIES } from './suggestions.ts'

/** Sentences about units, which are tested with several servers too. */
export const ACCOUNTING: Readonly<Record<string, Sentences | readonly Sentences[]>> = {
  'what answers cost': PRICES,
  'units and months': MONTHS,
}

/** The whole contract: every sentence with a promise, in plain words, with its test. */
export const CONTRACT: Readonly<Record<string, Sentences | readonly Sentences[]>> = {
  'what the service does': SERVICE,
  'envelopes and meta': ENVELOPES,
  'what is suggested': SUGGESTED,
  'sessions, usage and errors as resources': OTHERS,
  'a detail’s fields': DETAIL_FIELDS,
  'what a detail says': DETAIL_RULES,
  'every endpoint': ENDPOINTS,
  'suggestions of addresses': SUGGEST_ADDRESSES,
  'suggestions of companies': SUGGEST_COMPANIES,
  'browser sessions': SESSIONS,
  usage: USAGE_SENTENCES,
  details: READ_COMPANY,
  'CORS preflights': PREFLIGHTS,
  'who may call': AUTHENTICATION,
  errors: ERRORS,
  ...ACCOUNTING,
  'what the contract leaves open': READINGS,
}
