import { isJsonObject } from '../../stdx/json-fields.ts'
import { LIMIT_NAMES, LIMITS, type Limit, type LimitName, type LimitSettings } from './limits.ts'

/** An operator's file of other limits, `{"ip": {"rate": 500, "burst": 1000}, "session": null}`: those it does not name stay; null switches one off. */
export function parseLimits(text: string): { readonly limits: LimitSettings } | { readonly sentence: string } {
  let file: unknown
  try {
    file = JSON.parse(text)
  } catch (error) {
    return { sentence: `The limits are not JSON: ${(error as Error).message}.` }
  }
  if (!isJsonObject(file)) return { sentence: 'The limits are one object: {"ip": {"rate": 500, "burst": 1000}}.' }
  const limits: Record<LimitName, Limit | null> = { ...LIMITS }
  for (const [name, value] of Object.entries(file)) {
    if (!isLimitName(name))
      return { sentence: `There is no limit ${JSON.stringify(name)}. Limits are ${LIMIT_NAMES.join(', ')}.` }
    const problem = value === null ? undefined : limitProblem(name, value)
    if (problem !== undefined) return { sentence: `The limit ${name}: ${problem} null switches it off.` }
    limits[name] = value as Limit | null
  }
  return { limits }
}

/** What is wrong with it, as the end of a sentence. */
export function limitProblem(name: LimitName, value: unknown): string | undefined {
  if (!isJsonObject(value) || Object.keys(value).sort().join() !== 'burst,rate')
    return 'write it as {"rate": 10, "burst": 20}.'
  const { rate, burst } = value
  if (typeof burst !== 'number' || !Number.isInteger(burst) || burst < 1 || BURST_MAX < burst)
    return `burst is a whole number from 1 to ${BURST_MAX}.`
  if (LIMITS[name].rate === 0) return rate === 0 ? undefined : 'nothing comes back with time, so rate is 0.'
  if (typeof rate !== 'number' || !(0 < rate && rate <= RATE_MAX))
    return `rate is how many a second, above 0 and at most ${RATE_MAX}.`
  if (FILL_SECONDS_MAX < burst / rate) return 'at this rate the burst is back after more than a month. Raise the rate.'
  return undefined
}

const BURST_MAX = 1_000_000
/** The table counts in steps of eight microseconds: up to here a rate is kept to within four percent, and what is wider needs no limit. */
const RATE_MAX = 10_000
const FILL_SECONDS_MAX = 31 * 86_400

function isLimitName(name: string): name is LimitName {
  return Object.hasOwn(LIMITS, name)
}
