import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { MunicipalityCodes } from './municipality-codes.ts'

describe('codes of municipalities', () => {
  for (const [named, municipality, okres, expected] of [
    ['Badín', 'Badín', 'Okres A', 'SK0101500001'],
    ['Košice - mestská časť Sever', 'Košice-Sever', 'Okres A', 'SK0101500001'],
    ['Valaškovce (vojenský obvod)', 'Valaškovce', 'Okres A', 'SK0101500001'],
    ['Badín', 'Badice', 'Okres A', null],
    ['Badín', 'Badín', 'Okres B', null],
    ['Badín', 'Badín', null, null],
  ] as const) {
    test(`${municipality} in ${okres} has ${expected} if a company names ${named} with it`, () => {
      const codes = new MunicipalityCodes()
      codes.note(named, 'SK0101500001')
      codes.noteOkres('Okres A', 'SK0101500001')
      codes.noteOkres('Okres B', 'SK0202500002')
      assert.equal(codes.codeOf(municipality, okres), expected)
    })
  }
})
