import { ALL_RULES, RULE_NAMES, type RuleLists, withoutRule } from './rule-lists.ts'

/** Asks all queries with these rules, and returns the place of the right record of each, from 1; 0: not shown. */
export type AskAll = (rules: RuleLists) => Promise<readonly number[]>

/** How many texts a row of the table shows. */
const SHOWN = 3
/** Each list of rules is timed so often, in turn; the fastest counts. */
const ROUNDS = 3

interface Trial {
  readonly places: readonly number[]
  readonly us: number
}

/**
 * What each rule gains and harms: of how many queries the right record is higher with it, or lower; and what it costs
 * in microseconds a query. `wanted` is one name, or `all`.
 */
export async function ruleTable(wanted: string, texts: readonly string[], ask: AskAll): Promise<string> {
  const names = wanted === 'all' ? RULE_NAMES : [wanted]
  if (!names.every((name) => RULE_NAMES.includes(name)))
    return `relevance: there is no rule ${wanted}. There are ${RULE_NAMES.join(', ')}; or all.`
  const rows = ['| rule | gains | harms | costs, µs a query | for example |', '| --- | --- | --- | --- | --- |']
  for (const name of names) {
    const [all, without] = await inTurn(texts.length, [ALL_RULES, withoutRule(name)], ask)
    const better = texts.filter((_, i) => rankOf(all!.places[i]!) < rankOf(without!.places[i]!))
    const worse = texts.filter((_, i) => rankOf(without!.places[i]!) < rankOf(all!.places[i]!))
    const shown = [...better.slice(0, SHOWN), ...worse.slice(0, SHOWN).map((text) => `not ${text}`)].join('; ')
    const cost = (all!.us - without!.us).toFixed(1)
    rows.push(`| ${[name, better.length, worse.length, cost, shown.replaceAll('|', '/')].join(' | ')} |`)
  }
  return rows.join('\n')
}

async function inTurn(queries: number, lists: readonly RuleLists[], ask: AskAll): Promise<readonly Trial[]> {
  const trials: Trial[] = []
  for (let round = 0; round < ROUNDS; round++)
    for (const [i, rules] of lists.entries()) {
      const before = process.cpuUsage()
      const places = await ask(rules)
      const us = process.cpuUsage(before).user / Math.max(1, queries)
      trials[i] = { places, us: Math.min(us, trials[i]?.us ?? us) }
    }
  return trials
}

function rankOf(place: number): number {
  return place === 0 ? Number.POSITIVE_INFINITY : place
}
