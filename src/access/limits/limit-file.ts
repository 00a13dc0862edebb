import { isJsonObject } from '../../stdx/json-fields.ts'
import { LIMIT_NAMES, LIMITS, type Limit, type LimitName, type LimitSettings } from './limit-settings.ts'

/** The operator's file: `{"ip": {"rate": 500, "burst": 1000}, "session": null}`. Null disables a limit. */
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
    const problem = value === null ? undefined : findLimitProblem(name, value)
    if (problem !== undefined) return { sentence: `The limit ${name}: ${problem} null disables it.` }
    limits[name] = value as Limit | null
  }
  return { limits }
}

/** The end of a sentence; undefined if the limit is valid. */
export function findLimitProblem(name: LimitName, value: unknown): string | undefined {
  if (!isJsonObject(value) || Object.keys(value).sort().join() !== 'burst,rate')
    return 'write it as {"rate": 10, "burst": 20}.'
  const { rate, burst } = value
  if (typeof burst !== 'number' || !Number.isInteger(burst) || burst < 1 || BURST_MAX < burst)
    return `burst is a whole number from 1 to ${BURST_MAX}.`
  if (LIMITS[name].rate === 0) return rate === 0 ? undefined : 'this limit is never refilled, so rate is 0.'
  if (typeof rate !== 'number' || !(0 < rate && rate <= RATE_MAX))
    return `rate is a number per second, above 0 and at most ${RATE_MAX}.`
  if (FILL_SECONDS_MAX < burst / rate)
    return 'at this rate the burst is refilled after more than a month. Raise the rate.'
  return undefined
}

const BURST_MAX = 1_000_000
/** The table counts in steps of eight microseconds. Up to this rate that is exact to four percent. */
const RATE_MAX = 10_000
const FILL_SECONDS_MAX = 31 * 86_400

function isLimitName(name: string): name is LimitName {
  return Object.hasOwn(LIMITS, name)
}
