import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { exampleCompanyIndex } from '../testing/indexes.ts'
import { CompanySearch } from './company-search.ts'

describe('companies that are like a text, the likest first', () => {
  const index = exampleCompanyIndex([
    { name: 'Jan Dlouhý', municipality: 'Brno' },
    { name: 'NVL Zahrada s.r.o.', status: 'dissolved' },
    { name: 'NVA Zahrada, a.s.' },
    { name: 'Alfa stavby s.r.o.', municipality: 'Zlín' },
    { name: 'Společenství vlastníků jednotek M. Zelenky 1573, Lipník nad Bečvou' },
    { name: 'Minifutbalový klub Nový Život Pezinok', municipality: 'Pezinok' },
    { name: 'Rybářský svaz, základní organizace Hrabov' },
    { name: 'Společenství vlastníků mjr. Nováka 12', municipality: 'Praha' },
    { name: 'Zahrada pod lipou' },
  ])
  const search = new CompanySearch(index)
  for (const [query, expected, because] of [
    ['jna dlouhy', '0', 'a mistyped word of three letters'],
    ['dlouhy jna', '0', 'the last word'],
    ['jan dlouhy bno', '0', 'a mistyped municipality'],
    ['jan dlouyh birno', '0', 'two words mistyped'],
    ['nvx zahrada', '2 1', 'the living before the dissolved'],
    ['nvx s.r.o.', '', 'a legal form is no other word'],
    ['nvx brno', '', 'a municipality alone names no company'],
    ['zahrada brno', '8 2 1', 'a word too many, and it is not a town that is searched for'],
    ['afa stavby zlin', '3', 'a letter is missing'],
    ['alfastavby zlin', '3', 'two words typed as one, and the town'],
    ['alfastavyb zlin', '3', 'and a typing error'],
    ['al fa stav by zlin', '3', 'two words typed as four'],
    ['svj zelenky 1573 lipnik n. b.', '4', 'initials of words in a row'],
    ['mfk novy zivot pezinok', '5', 'a word too many in front'],
    ['rybari hrabov', '6', 'another form of a word'],
    ['svj majora novaka 12', '7', 'an abbreviated rank inside'],
  ] as const) {
    test(`${query}: ${because}`, () => {
      const rows = search.find(query, { limit: 3 }).hits.map(({ document }) => index.rows[document]!)
      assert.equal(rows.join(' '), expected)
    })
  }

  test('nothing that was typed is left out in silence', () => {
    for (const [query, leavesOut] of [
      ['alfastavby zlin', undefined],
      ['zahrada brno', ['words_left_out']],
    ] as const)
      assert.deepEqual(search.find(query, { limit: 3 }).rule?.leavesOut, leavesOut)
  })
})
