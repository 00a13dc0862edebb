import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fc } from '../stdx/testing/properties.ts'
import { type AddressToken, readAddressText } from './address-text.ts'

/** "hlavna 5(registration) byt:flat": the text of each token, the kind of its label, and its role. */
function show(token: AddressToken): string {
  const { role, label } = token
  const text =
    token.kind === 'word'
      ? token.text
      : [token, ...(token.second === null ? [] : [token.second])]
          .map(({ digits, suffix }) => digits + (/^[0-9]/.test(suffix) ? `-${suffix}` : suffix))
          .join('/')
  return text + (label === null ? '' : `(${label})`) + (role === null ? '' : `:${role}`)
}

function showAll(text: string, glued?: 'apart'): string {
  return readAddressText([text], glued).tokens.map(show).join(' ')
}

describe('an address is read to words and numbers with their roles', () => {
  for (const [text, expected] of [
    ['Hlavná 147/10, 040 01 Košice', 'hlavna 147/10 040:code 01:code kosice'],
    ['Hlavná 147 / 10A', 'hlavna 147/10a'],
    ['Hlavná 12/A', 'hlavna 12a'],
    ['Hlavná 10 e', 'hlavna 10 e'],
    ['Hlavná 10-12', 'hlavna 10-12'],
    ['Hlavná 147/10-12', 'hlavna 147/10-12'],
    ['nám. Míru 16/II', 'nam miru 16 ii'],
    ['17listopadu 10', '17 listopadu 10'],
    ['e100', 'e100'],
    ['purkynova24', 'purkynova24'],
    ['12345678901', '12345678901'],
    // Labels.
    ['Lhota č.p. 5', 'lhota c:label p:label 5(registration)'],
    ['Lhota č. p. 5', 'lhota c:label p:label 5(registration)'],
    ['Lhota č.p.5', 'lhota c:label p:label 5(registration)'],
    ['Lhota čp. 5', 'lhota cp:label 5(registration)'],
    ['Lhota cp5', 'lhota cp:label 5(registration)'],
    ['Lhota súp. č. 5', 'lhota sup:label c:label 5(registration)'],
    ['Lhota s. č. 5', 'lhota s:label c:label 5(registration)'],
    ['Lhota číslo popisné 5', 'lhota cislo:label popisne:label 5(registration)'],
    ['Lhota č. ev. 5', 'lhota c:label ev:label 5(evidence)'],
    ['Lhota ev.č.5', 'lhota ev:label c:label 5(evidence)'],
    ['Lhota evidenční číslo 5', 'lhota evidencni:label cislo:label 5(evidence)'],
    ['Lhota ev. 5', 'lhota ev(evidence) 5'],
    ['Lhota č. d. 5', 'lhota c:label d:label 5(any)'],
    ['Lhota číslo domu 5', 'lhota cislo:label domu:label 5(any)'],
    ['Hlavná or. č. 5', 'hlavna or:label c:label 5(any)'],
    ['Hlavná číslo 5', 'hlavna cislo:label 5(any)'],
    ['Hlavná č. 5', 'hlavna c:label 5'],
    ['Hlavná č 5', 'hlavna c:label 5'],
    ['Hlavná c 5', 'hlavna c 5'],
    ['p. č. 5', 'p c:label 5'],
    ['Lhota č.p.', 'lhota c p'],
    // Postal codes.
    ['Hlavná 5, PSČ 04001', 'hlavna 5 psc:label 04001:code'],
    ['PSČ: 040 01 Košice', 'psc:label 040:code 01:code kosice'],
    ['SK-04001 Košice', 'sk:country 04001:code kosice'],
    ['SK04001 Košice', 'sk:country 04001:code kosice'],
    ['04001Košice', '04001:code kosice'],
    ['Hlavná 147 10, 04001', 'hlavna 147 10 04001:code'],
    ['Hlavná 04001, 040 02', 'hlavna 04001:code 040 02'],
    ['040, 01', '040 01'],
    // Where in a house.
    ['Hlavná 7, byt 12', 'hlavna 7 byt:flat 12:flat'],
    ['Hlavná 7, byt č. 12', 'hlavna 7 byt:flat c:flat 12:flat'],
    ['Hlavná 7/byt 5, Košice', 'hlavna 7 byt:flat 5:flat kosice'],
    ['byt B4, Hlavná 7', 'byt:flat b4:flat hlavna 7'],
    ['Hlavná 7 vchod B, Košice', 'hlavna 7 vchod:flat b:flat kosice'],
    ['Hlavná 7, blok 3', 'hlavna 7 blok:flat 3:flat'],
    ['Hlavná 7, 3. poschodie', 'hlavna 7 3:flat poschodie:flat'],
    ['Hlavná 7, 3. p.', 'hlavna 7 3:flat p:flat'],
    ['Hlavná 7 / 3. poschodie', 'hlavna 7 3:flat poschodie:flat'],
    ['Hlavná 7/3.p.', 'hlavna 7 3:flat p:flat'],
    ['Hlavná 7/3 patro', 'hlavna 7 3:flat patro:flat'],
    ['Hlavná 7/3 patro 2', 'hlavna 7 3 patro:flat 2:flat'],
    ['Hlavná 7. byt 2', 'hlavna 7 byt:flat 2:flat'],
    ['Hlavná 7, prízemie', 'hlavna 7 prizemie:flat'],
    ['byt č. 5, 3. patro, Hlavná 7', 'byt:flat c:flat 5:flat 3:flat patro:flat hlavna 7'],
    ['P. Bystrica', 'p bystrica'],
    ['Komárov, parc. č. 120/4', 'komarov parc:other c:other 120/4:other'],
    ['Komárov, st. 120', 'komarov st:other 120:other'],
    ['P.O.BOX 12', 'p o box:other 12:other'],
    ['k. ú. Komárov 5', 'k:other u:other komarov 5'],
    ['st. Ves 5', 'st ves 5'],
    // What stands beside an address.
    ['Alfa s.r.o., Hlavná 7', 'alfa:firm s:firm r:firm o:firm hlavna 7'],
    [
      'Pekáreň Klas 24, spol. s r. o. Hlavná 7',
      'pekaren:firm klas:firm 24:firm spol:firm s:firm r:firm o:firm hlavna 7',
    ],
    ['Hlavná 7, Alfa a.s., Košice', 'hlavna 7 alfa:firm a:firm s:firm kosice'],
    ['Hlavná 7, Alfa, s. r. o.', 'hlavna 7 alfa:firm s:firm r:firm o:firm'],
    ['Alfa sro Hlavná 7', 'alfa:firm sro:firm hlavna 7'],
    ['v Plzni', 'v plzni'],
    ['Hlavná 7, Česká republika', 'hlavna 7 ceska:country republika:country'],
    ['Slovenská 7, Slovensko', 'slovenska 7 slovensko:country'],
    ['ul. Hlavná 7, okr. Písek', 'ul:street hlavna 7 okr:okres pisek'],
    ['Košice - mestská časť Juh', 'kosice mestska:part cast:part juh'],
    ['obec Lhota, pošta Písek', 'obec:place lhota posta:place pisek'],
    ['', ''],
  ] as const) {
    test(`${text}: ${expected}`, () => assert.equal(showAll(text), expected))
  }
})

describe('a number that is glued to a word may be read apart', () => {
  for (const [text, expected] of [
    ['purkynova24', 'purkynova 24'],
    ['Hlavná646/8', 'hlavna 646/8'],
    ['Hlavná46A, Košice', 'hlavna 46a kosice'],
    ['Lhota E100', 'lhota e:label 100(evidence)'],
    ['Lhota e 1', 'lhota e:label 1(evidence)'],
    ['B2', 'b2'],
  ] as const) {
    test(`${text}: ${expected}`, () => assert.equal(showAll(text, 'apart'), expected))
  }
})

test('the postal code is the last one, in one number or two', () => {
  for (const [text, postalCode] of [
    ['Hlavná 5, 040 01 Košice', '04001'],
    ['Hlavná 5, 04001 Košice', '04001'],
    ['Firma 12345, Hlavná 5, 04001', '04001'],
    ['Hlavná 5', null],
  ] as const)
    assert.equal(readAddressText([text]).postalCode, postalCode, text)
})

test('tokens keep their field, their segment and where they stand', () => {
  const { tokens } = readAddressText(['Hlavná (dvor) – O’Neill', undefined, '147 / 10'])
  assert.deepEqual(
    tokens.map(({ raw, field, segment, before }) => [raw, field, segment, before]),
    [
      ['Hlavná', 0, 0, ''],
      ['dvor', 0, 1, ' ('],
      ['O’Neill', 0, 2, ') – '],
      ['147 / 10', 2, 3, ''],
    ],
  )
})

test('tokens of any text are in order, as they were typed', () => {
  const piece = fc.constantFrom('12', '/', ' ', '-', '.', ',', 'č', 'byt', 'p', '3', 'Hlavná', 's.r.o.', '040 01', 'e5')
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.array(piece).map((pieces) => pieces.join('')),
  )
  fc.assert(
    fc.property(text, (typed) => {
      for (const glued of ['whole', 'apart'] as const) {
        let last = 0
        for (const { raw, before, start, end } of readAddressText([typed], glued).tokens) {
          assert.equal(before, typed.slice(last, start))
          assert.equal(raw, typed.slice(start, end))
          assert(start < end)
          last = end
        }
      }
    }),
  )
})

test('a field is read up to 500 characters', () => {
  assert.equal(readAddressText(['a '.repeat(1000)]).tokens.length, 250)
})
