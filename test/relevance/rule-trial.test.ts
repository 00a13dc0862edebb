import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ALL_RULES, RULE_NAMES, type RuleLists, withoutRule } from './rule-lists.ts'
import { ruleTable } from './rule-trial.ts'

function namesIn({ companies, addresses }: RuleLists): string[] {
  return [...companies.flat(), ...addresses].map(({ name }) => name)
}

/** The place of each of the texts: first, but without a rule that is named there. */
const placesWithout: Readonly<Record<string, readonly number[]>> = {
  okres: [3, 1, 0, 1],
  one_typo: [1, 1, 1, 0],
  initials: [1, 0, 1, 1],
}
const texts = ['Lhota okres Písek', 'pku', 'Dlouhá okres Brno', 'Dluohá']

async function tableOf(rule: string): Promise<string[][]> {
  const table = await ruleTable(rule, texts, async (rules) => {
    const present = new Set(namesIn(rules))
    const absent = RULE_NAMES.filter((name) => !present.has(name))
    return absent.length === 0 ? [1, 1, 1, 2] : (placesWithout[absent.join()] ?? [1, 1, 1, 2])
  })
  return table.split('\n').map((line) =>
    line
      .split('|')
      .map((cell) => cell.trim())
      .slice(1, -1),
  )
}

describe('the table of rules', () => {
  test('leaves out each rule of companies and of addresses, and only that one', () => {
    const all = namesIn(ALL_RULES)
    assert.deepEqual(RULE_NAMES, all)
    assert.equal(new Set(all).size, all.length)
    for (const name of RULE_NAMES)
      assert.deepEqual(
        namesIn(withoutRule(name)),
        all.filter((one) => one !== name),
        name,
      )
  })

  for (const [rule, gains, harms, shown] of [
    ['okres', '2', '1', 'Lhota okres Písek; Dlouhá okres Brno; not Dluohá'],
    ['one_typo', '1', '0', 'Dluohá'],
    ['initials', '1', '1', 'pku; not Dluohá'],
    ['town_code', '0', '0', ''],
  ] as const)
    test(`says of ${rule} how many queries it gains and harms`, async () => {
      const [, , row] = await tableOf(rule)
      assert.deepEqual([row![0], row![1], row![2], row![4]], [rule, gains, harms, shown])
    })

  test('has a row of each rule, if all are asked for', async () => {
    const [, , ...rows] = await tableOf('all')
    assert.deepEqual(
      rows.map(([name]) => name),
      RULE_NAMES,
    )
  })

  test('names the rules, if there is none of that name', async () => {
    const line = await ruleTable('okress', texts, async () => [])
    assert.match(line, /there is no rule okress\. There are ico, .*, okres, .*; or all\.$/)
  })
})
