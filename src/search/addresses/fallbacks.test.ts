import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { exampleAddress } from '../../engine/testing/address-columns.ts'
import type { Address } from '../../records/address.ts'
import { formatAddress } from '../../records/format-address.ts'
import { AddressSearch, explainAddresses } from '../search.ts'
import { exampleIndex } from '../testing/indexes.ts'

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

describe('what is not found as it was typed:', () => {
  for (const [typed, expected, fallback, leftOut = ''] of [
    ['U Prazdroje 7, byt 12', 'U Prazdroje 64/7, 30100 Plzeň', 'flat', 'flat_left_out'],
    ['U Prazdroje 7/byt 5, Plzeň', 'U Prazdroje 64/7, 30100 Plzeň', 'flat', 'flat_left_out'],
    ['U Prazdroje 7, 3. patro, Plzeň', 'U Prazdroje 64/7, 30100 Plzeň', 'flat', 'flat_left_out'],
    ['U Prazdroje 7, 3. p.', 'U Prazdroje 64/7, 30100 Plzeň', 'flat', 'flat_left_out'],
    ['U Prazdroje 7, byt č. 2, dveře 4', 'U Prazdroje 64/7, 30100 Plzeň', 'flat', 'flat_left_out'],
    ['U Prazdroje 7, přízemí', 'U Prazdroje 64/7, 30100 Plzeň', 'flat', 'flat_left_out'],
    ['U Prazdroje 7, 30200 Plzeň', 'U Prazdroje 64/7, 30100 Plzeň', 'postalCode', 'postal_code_left_out'],
    ['U Prazdroje 7, CZ-302 00 Plzeň', 'U Prazdroje 64/7, 30100 Plzeň', 'postalCode', 'postal_code_left_out'],
    [
      'U Prazdroje 7, byt 1, 30200',
      'U Prazdroje 64/7, 30100 Plzeň',
      'postalCode',
      'flat_left_out,postal_code_left_out',
    ],
    ['Plzeň, 30200', 'Plzeň', 'numberUnknown'],
    ['Pivovar a.s., U Prazdroje 7, Plzeň', 'U Prazdroje 64/7, 30100 Plzeň', 'words', 'words_left_out'],
    ['U Prazdroje 7, areál, Plzeň', 'U Prazdroje 64/7, 30100 Plzeň', 'words', 'words_left_out'],
    ['U Prazdroje 7, Plzeň, Evropa', 'U Prazdroje 64/7, 30100 Plzeň', 'words', 'words_left_out'],
    ['Zcela Jiná 2, Plzeň', undefined, undefined],
    ['uprazdroje 7', 'U Prazdroje 64/7, 30100 Plzeň', 'typo'],
    ['prazdroje7 plzen', 'U Prazdroje 64/7, 30100 Plzeň', 'numberWriting'],
    ['U Prazdroje 64-7', 'U Prazdroje 64/7, 30100 Plzeň', 'numberWriting'],
    ['U Prazdroje 64 7, Plzeň', 'U Prazdroje 64/7, 30100 Plzeň', 'numberWriting'],
    ['Arnoltice e1', 'Arnoltice č.ev. 1, Arnoltice', 'numberWriting'],
    ['Arnoltice E 1', 'Arnoltice č.ev. 1, Arnoltice', 'numberWriting'],
    ['U Prazdroje ý Plzeň', 'U Prazdroje 64/7, 30100 Plzeň', undefined],
    ['Lhotice 11', 'Lhotice 11, Lhotice', undefined],
    ['Lhotice 11, okres Písek', 'Nová 11, Lhotice', undefined],
    ['Lhotice 11 okr. havlickuv b', 'Lhotice 11, Lhotice', undefined],
    ['Lhotice 11, Třebíč', 'Lhotice 11, Lhotice', 'okres'],
    ['Havlíčkův Brod, Lhotice 11', 'Lhotice 11, Lhotice', 'okres'],
    ['frydekmistek hlavni 5', 'Hlavní 5/5, 73801 Frýdek-Místek', 'joinedWord'],
    ['hlavni 5 FM', 'Hlavní 5/5, 73801 Frýdek-Místek', 'townName'],
    ['Pilsen Americká 2', 'Americká 1/2, 30100 Plzeň', 'townName'],
    ['v Plzni na Americké 2', 'Americká 1/2, 30100 Plzeň', 'inflected'],
    ['svatopluka čecha 3', 'Svat. Čecha 3/3, 30100 Plzeň', 'shortened'],
    ['Hlavní 5, Frydekovice', 'Hlavní 5/5, 73801 Frýdek-Místek', 'words', 'words_left_out'],
    ['Nová 11, Písek', 'Nová 11, Lhotice', 'words', 'words_left_out'],
    ['Polní 4 MO', 'Polní 4/4, 73899 Mostkov', undefined],
    ['Americká Pj', 'Americká Pjonerská, 73801 Frýdek-Místek', undefined],
    ['Americká 99 v Plzni', 'Americká, 30100 Plzeň', 'inflected'],
    ['F. Místek', 'Frýdek-Místek', undefined],
    ['Americká 98', 'Americká, 30100 Plzeň', 'numberUnknown'],
  ] as const) {
    test(`${typed} is ${expected ?? 'nothing'}${fallback === undefined ? '' : `, ${fallback}`}`, () => {
      const [first] = search.search(typed, { limit: 5 })
      assert.equal(first === undefined ? undefined : formatAddress(first.address), expected)
      assert.equal(search.fallback?.name, fallback)
      assert.equal((search.fallback?.leavesOut ?? []).join(), leftOut)
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
