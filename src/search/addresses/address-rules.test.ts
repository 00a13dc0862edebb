import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { exampleAddress } from '../../engine/testing/address-columns.ts'
import type { Address } from '../../records/address.ts'
import { formatAddress } from '../../records/format-address.ts'
import { AddressSearch, explainAddresses } from '../search.ts'
import { exampleIndex } from '../testing/indexes.ts'
import type { ExampleOf } from './address-rule.ts'
import { ADDRESS_RULES } from './address-rules.ts'

const town = { municipality: 'Plzeň', municipalityCode: '1', county: 'Plzeň-město', postalCode: '30100' }
const other = { municipality: 'Frýdek-Místek', municipalityCode: '2', county: 'Frýdek-Místek', postalCode: '73801' }
const points: readonly Address[] = [
  ...['7', '8', '9'].map((orientationNumber) =>
    exampleAddress({ ...town, street: 'U Prazdroje', registrationNumber: '64', orientationNumber }),
  ),
  exampleAddress({ ...town, street: 'Americká', registrationNumber: '1', orientationNumber: '2' }),
  exampleAddress({ ...town, street: 'Svat. Čecha', registrationNumber: '3', orientationNumber: '3' }),
  exampleAddress({ ...other, street: 'Hlavní', registrationNumber: '5', orientationNumber: '5' }),
  exampleAddress({ ...other, street: 'Americká Pjonerská', registrationNumber: '6', orientationNumber: '6' }),
  exampleAddress({
    municipality: 'Plznov',
    municipalityCode: '8',
    street: 'Americká',
    registrationNumber: '99',
    orientationNumber: '99',
  }),
  exampleAddress({
    municipality: 'Mostkov',
    municipalityCode: '7',
    postalCode: '73899',
    street: 'Polní',
    registrationNumber: '4',
    orientationNumber: '4',
  }),
  ...['Třebíč', 'Havlíčkův Brod'].map((municipality, i) =>
    exampleAddress({ municipality, municipalityCode: `1${i}`, county: municipality, registrationNumber: '900' }),
  ),
  ...['Třebíč', 'Havlíčkův Brod'].map((county, i) =>
    exampleAddress({ municipality: 'Lhotice', municipalityCode: `${i + 3}`, county, registrationNumber: '11' }),
  ),
  exampleAddress({
    municipality: 'Lhotice',
    municipalityCode: '5',
    county: 'Písek',
    street: 'Nová',
    registrationNumber: '11',
  }),
  exampleAddress({ municipality: 'Arnoltice', municipalityCode: '6', evidenceNumber: '1' }),
]
const search = new AddressSearch(exampleIndex(points.map((address, key) => ({ key, address }))))

describe('each rule finds its examples, and names itself', () => {
  const examples = ADDRESS_RULES.flatMap(({ examples }) => Object.values(examples))
  const points = [...new Map(examples.map((one) => [JSON.stringify({ ...one, hit: null }), exampleOf(one)])).values()]
  const search = new AddressSearch(exampleIndex(points.map((address, key) => ({ key, address }))))
  for (const { name, examples } of ADDRESS_RULES)
    for (const [typed, { hit = 'point', ...expected }] of Object.entries(examples))
      test(`${name}: '${typed}' finds a ${hit} of ${expected.municipality}`, () => {
        const [first] = search.search(typed, { limit: 3 })
        const { rule } = search.find(typed, { limit: 3 })
        assert.deepEqual([first?.kind, first?.address.municipality, rule?.name], [hit, expected.municipality, name])
        if (hit !== 'place') assert.equal(first?.address.street, expected.street ?? null)
        if (hit === 'point') assert.equal(first?.address.registrationNumber, expected.registrationNumber)
      })
})

function exampleOf({ hit: _, ...address }: ExampleOf): Address {
  return exampleAddress(address)
}

describe('what is found, and how:', () => {
  for (const [typed, expected, found, leftOut = ''] of [
    ['U Prazdroje 7, byt 12', 'U Prazdroje 64/7, 30100 Plzeň', 'joined_names', 'flat_left_out'],
    ['U Prazdroje 7/byt 5, Plzeň', 'U Prazdroje 64/7, 30100 Plzeň', 'joined_names', 'flat_left_out'],
    ['U Prazdroje 7, 3. patro, Plzeň', 'U Prazdroje 64/7, 30100 Plzeň', 'joined_names', 'flat_left_out'],
    ['U Prazdroje 7, 3. p.', 'U Prazdroje 64/7, 30100 Plzeň', 'joined_names', 'flat_left_out'],
    ['U Prazdroje 7, byt č. 2, dveře 4', 'U Prazdroje 64/7, 30100 Plzeň', 'joined_names', 'flat_left_out'],
    ['U Prazdroje 7, přízemí', 'U Prazdroje 64/7, 30100 Plzeň', 'joined_names', 'flat_left_out'],
    ['U Prazdroje 7, 30200 Plzeň', 'U Prazdroje 64/7, 30100 Plzeň', 'joined_names', 'postal_code_left_out'],
    ['U Prazdroje 7, CZ-302 00 Plzeň', 'U Prazdroje 64/7, 30100 Plzeň', 'joined_names', 'postal_code_left_out'],
    [
      'U Prazdroje 7, byt 1, 30200',
      'U Prazdroje 64/7, 30100 Plzeň',
      'joined_names',
      'flat_left_out,postal_code_left_out',
    ],
    ['Plzeň, 30200', 'Plzeň', 'number_unknown'],
    ['Pivovar a.s., U Prazdroje 7, Plzeň', 'U Prazdroje 64/7, 30100 Plzeň', 'joined_anywhere', 'words_left_out'],
    ['U Prazdroje 7, areál, Plzeň', 'U Prazdroje 64/7, 30100 Plzeň', 'joined_anywhere', 'words_left_out'],
    ['U Prazdroje 7, Plzeň, Evropa', 'U Prazdroje 64/7, 30100 Plzeň', 'joined_anywhere', 'words_left_out'],
    ['Zcela Jiná 2, Plzeň', 'Plzeň', 'joined_anywhere', 'words_left_out'],
    ['uprazdroje 7', 'U Prazdroje 64/7, 30100 Plzeň', 'one_typo'],
    ['prazdroje7 plzen', 'U Prazdroje 64/7, 30100 Plzeň', 'number_writing'],
    ['U Prazdroje64/7 Plzeň', 'U Prazdroje 64/7, 30100 Plzeň', 'number_writing'],
    ['U Prazdroje 7 / 3. patro', 'U Prazdroje 64/7, 30100 Plzeň', 'joined_names', 'flat_left_out'],
    ['U Prazdroje 7, blok 3', 'U Prazdroje 64/7, 30100 Plzeň', 'joined_names', 'flat_left_out'],
    ['U Prazdroje 64-7', 'U Prazdroje 64/7, 30100 Plzeň', 'number_writing'],
    ['U Prazdroje 64 7, Plzeň', 'U Prazdroje 64/7, 30100 Plzeň', 'number_writing'],
    ['Arnoltice e1', 'Arnoltice č.ev. 1, Arnoltice', 'number_writing'],
    ['Arnoltice E 1', 'Arnoltice č.ev. 1, Arnoltice', 'number_writing'],
    ['U Prazdroje ý Plzeň', 'U Prazdroje 64/7, 30100 Plzeň', 'as_typed'],
    ['Lhotice 11', 'Lhotice 11, Lhotice', 'as_typed'],
    ['Lhotice 11, okres Písek', 'Nová 11, Lhotice', 'okres'],
    ['Lhotice 11 okr. havlickuv b', 'Lhotice 11, Lhotice', 'okres'],
    ['Lhotice 11, Třebíč', 'Lhotice 11, Lhotice', 'joined_names'],
    ['Havlíčkův Brod, Lhotice 11', 'Lhotice 11, Lhotice', 'joined_names'],
    ['frydekmistek hlavni 5', 'Hlavní 5/5, 73801 Frýdek-Místek', 'joined_anywhere'],
    ['hlavni 5 FM', 'Hlavní 5/5, 73801 Frýdek-Místek', 'town_code'],
    ['Pilsen Americká 2', 'Americká 1/2, 30100 Plzeň', 'joined_anywhere'],
    ['v Plzni na Americké 2', 'Americká 1/2, 30100 Plzeň', 'joined_names'],
    ['svatopluka čecha 3', 'Svat. Čecha 3/3, 30100 Plzeň', 'joined_anywhere'],
    ['Hlavní 5, Frydekovice', 'Hlavní 5/5, 73801 Frýdek-Místek', 'joined_anywhere', 'words_left_out'],
    ['Nová 11, Písek', 'Nová 11, Lhotice', 'joined_anywhere', 'words_left_out'],
    ['Polní 4 MO', 'Polní 4/4, 73899 Mostkov', 'as_typed'],
    ['Americká Pj', 'Americká Pjonerská, 73801 Frýdek-Místek', 'town_code'],
    ['Americká 99 v Plzni', 'Americká, 30100 Plzeň', 'joined_names'],
    ['F. Místek', 'Frýdek-Místek', 'as_typed'],
    ['Americká 98', 'Americká, 30100 Plzeň', 'number_unknown'],
  ] as const) {
    test(`${typed} is ${expected}, ${found}`, () => {
      const [first] = search.search(typed, { limit: 5 })
      assert.equal(first && formatAddress(first.address), expected)
      const { rule } = search.find(typed, { limit: 5 })
      assert.equal(rule?.name, found)
      assert.equal((rule?.leavesOut ?? []).join(), leftOut)
    })
  }

  test('an okres that is no name of one is no filter, and explain says if none was imported', () => {
    const bare = new AddressSearch(exampleIndex([{ key: 1, address: exampleAddress({ registrationNumber: '1' }) }]))
    assert.equal(explainAddresses(bare, { query: 'Ab 1, okres Písek', limit: 5 }).okres, 'not imported')
    assert.equal(explainAddresses(search, { query: 'Lhotice 11, okres Písek', limit: 5 }).okres, null)
    const counties = search.search('Lhotice 11, Třebíč', { limit: 5 }).map(({ address }) => address.county)
    assert.deepEqual(counties, ['Třebíč'])
  })
})
