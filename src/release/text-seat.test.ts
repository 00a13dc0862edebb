import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Seat } from '../records/company.ts'
import { readTextSeat } from './text-seat.ts'

/** The municipalities with points of each postal code, as the address register has them. */
const MUNICIPALITIES: Readonly<Record<string, readonly string[]>> = {
  '11000': ['Praha'],
  '17000': ['Praha'],
  '16500': ['Praha'],
  '25001': ['Brandýs nad Labem-Stará Boleslav', 'Zápy'],
  '26762': ['Komárov', 'Osek'],
  '40001': ['Ústí nad Labem'],
  '40502': ['Děčín'],
  '41115': ['Děčany', 'Podsedice'],
  '46001': ['Liberec'],
  '46352': ['Osečná'],
  '50003': ['Hradec Králové'],
  '50304': ['Černožice'],
  '51761': ['Rokytnice v Orlických horách'],
  '53002': ['Pardubice'],
  '58856': ['Telč', 'Mysletice'],
  '60200': ['Brno'],
  '70800': ['Ostrava'],
  '73801': ['Frýdek-Místek', 'Staré Město'],
  '74401': ['Frenštát pod Radhoštěm', 'Trojanovice'],
  '75002': ['Přerov'],
}

type Read = [postalCode: string, municipality: string, numbers?: Partial<Seat>]

const registration = (registrationNumber: string): Partial<Seat> => ({ registrationNumber })
const evidence = (evidenceNumber: string): Partial<Seat> => ({ evidenceNumber })
const building = (buildingNumber: string): Partial<Seat> => ({ buildingNumber })
const both = (registrationNumber: string, orientationNumber: string, orientationLetter: string | null = null) => ({
  registrationNumber,
  orientationNumber,
  orientationLetter,
})

/** Texts in the style of ARES and of older entries. All are invented. */
const TEXTS: readonly (readonly [string, Read | undefined])[] = [
  // Right: the code and the name fit together.
  ['Vymyšlená 440, 26762 Komárov', ['26762', 'Komárov', building('440')]],
  ['Vymyšlená 440, 267 62 Komárov', ['26762', 'Komárov', building('440')]],
  ['Vymyšlená 29, 11000 Praha 1, Česká republika', ['11000', 'Praha', building('29')]],
  ['Vymyšlená 29, 11000 Praha 1, ČR', ['11000', 'Praha', building('29')]],
  ['Vymyšlená 29, 110 00 Praha 1 ČR', ['11000', 'Praha', building('29')]],
  ['Vymyšlená 1522/53a, 500 03 Hradec Králové', ['50003', 'Hradec Králové', both('1522', '53', 'a')]],
  ['Vymyšlená1522/53a, 500 03 Hradec Králové', ['50003', 'Hradec Králové', both('1522', '53', 'a')]],
  ['Vymyšlená 1522/53, 17000 Praha 7', ['17000', 'Praha', both('1522', '53')]],
  ['č.p. 56, 41115 Děčany', ['41115', 'Děčany', registration('56')]],
  ['čp. 56, 41115 Děčany', ['41115', 'Děčany', registration('56')]],
  ['č. p. 56, 411 15 Děčany', ['41115', 'Děčany', registration('56')]],
  ['Děčany 56, 41115 Děčany', ['41115', 'Děčany', registration('56')]],
  ['Děčany č.p. 56, 41115 Děčany', ['41115', 'Děčany', registration('56')]],
  ['Lukov 56, 41115 Děčany', ['41115', 'Děčany', building('56')]],
  ['č.ev. 20, 46352 Osečná', ['46352', 'Osečná', evidence('20')]],
  ['Kotel č.ev. 20, 46352 Osečná', ['46352', 'Osečná', evidence('20')]],
  ['Kotel č. ev. 20, 463 52 Osečná, Česká republika', ['46352', 'Osečná', evidence('20')]],
  ['Kotel ev.č. 20, 46352 Osečná', ['46352', 'Osečná', evidence('20')]],
  ['Kotel ev. 20, 46352 Osečná', ['46352', 'Osečná', evidence('20')]],
  ['17. listopadu 12, 53002 Pardubice', ['53002', 'Pardubice', building('12')]],
  ['náměstí 28. října 1104/12, 602 00 Brno', ['60200', 'Brno', both('1104', '12')]],
  ['Vymyšlená 7, Zelené Předměstí, 530 02  Pardubice ', ['53002', 'Pardubice', building('7')]],
  ['Vymyšlená 7, 530 02 Pardubice - Zelené Předměstí', ['53002', 'Pardubice', building('7')]],
  ['Vymyšlená 7, 530 02 Pardubice -Polabiny', ['53002', 'Pardubice', building('7')]],
  ['Vymyšlená 7, 602 00 Brno-střed', ['60200', 'Brno', building('7')]],
  ['Vymyšlená 7, 708 00 Ostrava-Poruba', ['70800', 'Ostrava', building('7')]],
  ['Vymyšlená 7, 400 01 Ústí nad Labem-Střekov', ['40001', 'Ústí nad Labem', building('7')]],
  ['Vymyšlená 7, 400 01 Ústí n. Labem', ['40001', 'Ústí nad Labem', building('7')]],
  ['Vymyšlená 7, 744 01 Frenštát p. Radhoštěm', ['74401', 'Frenštát pod Radhoštěm', building('7')]],
  ['Vymyšlená 7, 405 02 Děčín IV', ['40502', 'Děčín', building('7')]],
  ['Vymyšlená 7, 405 02 Děčín IV - Podmokly', ['40502', 'Děčín', building('7')]],
  ['Vymyšlená 7, 750 02 Přerov I-Město', ['75002', 'Přerov', building('7')]],
  ['Vymyšlená 7, 460 01 Liberec 1', ['46001', 'Liberec', building('7')]],
  ['Vymyšlená 7, 738 01 Frýdek-Místek', ['73801', 'Frýdek-Místek', building('7')]],
  [
    'Vymyšlená 7, 250 01 Brandýs nad Labem-Stará Boleslav',
    ['25001', 'Brandýs nad Labem-Stará Boleslav', building('7')],
  ],
  ['Vymyšlená 7, 517 61 Rokytnice v Orlických horách', ['51761', 'Rokytnice v Orlických horách', building('7')]],
  ['č.p. 12, 503 04 Černožice okres Hradec Králové', ['50304', 'Černožice', registration('12')]],
  ['č.p. 12, 503 04 Černožice pošta Smiřice', ['50304', 'Černožice', registration('12')]],
  ['Vymyšlená 7, 530 02 Pardubice (střed)', ['53002', 'Pardubice', building('7')]],
  ['Vymyšlená 7, 530 02 PARDUBICE', ['53002', 'Pardubice', building('7')]],
  ['Praha 1, Vymyšlená 29, PSČ 110 00', ['11000', 'Praha', building('29')]],
  ['Praha 6 - Sedlec, Vymyšlená 29/2, 16500', ['16500', 'Praha', both('29', '2')]],
  ['Vymyšlená 7, PSČ 530 02 Pardubice', ['53002', 'Pardubice', building('7')]],
  ['530 02 Pardubice', ['53002', 'Pardubice']],
  // The place is certain and the number is not.
  ['parc. č. 120/4, 26762 Komárov', ['26762', 'Komárov']],
  ['Vymyšlená, areál, 26762 Komárov', ['26762', 'Komárov']],
  ['Praha 7, 17000 Praha 7', ['17000', 'Praha']],
  ['náměstí Míru, Praha 1, 11000 Praha', ['11000', 'Praha']],
  ['Děčín 6, 40502 Děčín', ['40502', 'Děčín']],
  ['Liberec 30, 46001 Liberec', ['46001', 'Liberec']],
  ['Kotel č.ev. 20/3, 46352 Osečná', ['46352', 'Osečná']],
  ['st. 120/4, 26762 Komárov', ['26762', 'Komárov']],
  ['pozemek 120/4, 26762 Komárov', ['26762', 'Komárov']],
  ['k.ú. Komárov 120/4, 26762 Komárov', ['26762', 'Komárov']],
  ['hala 12, 26762 Komárov', ['26762', 'Komárov']],
  ['kancelář 304, 26762 Komárov', ['26762', 'Komárov']],
  ['č.p. 0, 41115 Děčany', ['41115', 'Děčany', { registrationNumber: null }]],
  ['Vymyšlená 0/0, 26762 Komárov', ['26762', 'Komárov']],
  ['Domažlická 12, 26762 Komárov', ['26762', 'Komárov', building('12')]],
  ['Budějovická 12/3, 26762 Komárov', ['26762', 'Komárov', both('12', '3')]],
  ['č.p. 0056, 41115 Děčany', ['41115', 'Děčany', registration('56')]],
  ['č.p. 12, 503 04 Černožice p. Smiřice', ['50304', 'Černožice', registration('12')]],
  ['Vymyšlená 7, budova 2, 26762 Komárov', ['26762', 'Komárov']],
  ['P.O.BOX 12, 26762 Komárov', ['26762', 'Komárov']],
  // Ambiguous or wrong: nothing is taken.
  ['Vymyšlená 7, 530 02 Chrudim', undefined],
  ['Vymyšlená 7, 99999 Pardubice', undefined],
  ['Vymyšlená 7, 26762 Nový Komárov', undefined],
  ['Vymyšlená 7 530 02 Pardubice', undefined],
  ['Vymyšlená 7, Pardubice', undefined],
  ['Vymyšlená 7, 530 02', undefined],
  ['530 02 Pardubice, Vymyšlená 7', undefined],
  ['Vymyšlená 7, 530 02 P', undefined],
  ['Vymyšlená 7, 5300 2 Pardubice', undefined],
  ['sídlo neznámé', undefined],
  [`Vymyšlená 7, 530 02 Pardubice${' - a'.repeat(200)}`, undefined],
  ['', undefined],
  // Foreign.
  ['Vymyslená 7, 811 01 Bratislava', undefined],
  ['Vymyslená 7, 040 01 Košice', undefined],
  ['Vymyslená 1, 10115 Berlin', undefined],
  ['Vymyslená 1, 10115 Berlin, Německo', undefined],
  ['Vymyslená 1, 53002 Pardubice, Slovenská republika', undefined],
  ['Vymyslená 1, 114 55 Stockholm, Švédsko', undefined],
]

const municipalitiesOf = (postalCode: string) =>
  (MUNICIPALITIES[postalCode] ?? []).map((name) => ({
    name,
    code: `code of ${name}`,
    hasStreets: !['Děčany', 'Osečná', 'Komárov', 'Černožice'].includes(name),
  }))

describe('a seat that is only a text', () => {
  for (const [text, read] of TEXTS) {
    test(`${text}: ${read === undefined ? 'nothing is certain' : JSON.stringify(read)}`, () => {
      const [postalCode, municipality, numbers] = read ?? []
      const place = { municipality, municipalityCode: `code of ${municipality}`, postalCode }
      const expected = read && { place, numbers: numbers ?? {} }
      assert.deepEqual(readTextSeat(text, municipalitiesOf), expected)
    })
  }

  test('of two municipalities of the same name and code, none is certain', () => {
    const twins = () => ['1', '2'].map((code) => ({ name: 'Lhota', code, hasStreets: false }))
    assert.equal(readTextSeat('č.p. 5, 26762 Lhota', twins), undefined)
  })
})
