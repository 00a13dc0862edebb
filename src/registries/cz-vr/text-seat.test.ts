import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { townOfText } from './text-seat.ts'

describe('the town of a seat that is only a text', () => {
  for (const [text, town] of [
    ['Vymyšlená 1, 530 02 Pardubice', ['53002', 'Pardubice']],
    ['Vymyšlená 1, Zelené Předměstí, 530 02  Pardubice ', ['53002', 'Pardubice']],
    ['Vymyšlená 1522/53a, 500 03 Hradec Králové', ['50003', 'Hradec Králové']],
    ['Vymyšlená 7, 738 01 Frýdek-Místek', ['73801', 'Frýdek-Místek']],
    ['č.p. 12, 588 56 Telč', ['58856', 'Telč']],
    ['Vymyšlená 7, 250 01 Brandýs nad Labem-Stará Boleslav', ['25001', 'Brandýs nad Labem-Stará Boleslav']],
    ['Vymyšlená 1, 170 00 Praha 7', ['17000', 'Praha']],
    ['Vymyšlená 1, 170 00 Praha', ['17000', 'Praha']],
    ['Vymyšlená 1, 460 01 Liberec 1', undefined],
    ['Vymyšlená 1, 530 02 Pardubice - Zelené Předměstí', undefined],
    ['Vymyšlená 1, 530 02 Pardubice -Polabiny', undefined],
    ['Vymyšlená 1, 602 00 Brno-střed', undefined],
    ['Vymyšlená 1, 708 00 Ostrava-Poruba', undefined],
    ['Vymyšlená 1, 400 01 Ústí nad Labem-Střekov', undefined],
    ['Vymyšlená 1, 400 01 Ústí n. Labem', undefined],
    ['Vymyšlená 1, 405 02 Děčín IV', undefined],
    ['Vymyšlená 1, 750 02 Přerov I-Město', undefined],
    ['Vymyšlená 1, 517 61 Rokytnice v Orlických horách', ['51761', 'Rokytnice v Orlických horách']],
    ['č.p. 12, 503 04 Černožice okres Hradec Králové', undefined],
    ['č.p. 12, 503 04 Černožice pošta Smiřice', undefined],
    ['Vymyšlená 1, 530 02 Pardubice Česká republika', undefined],
    ['Vymyšlená 1, 530 02 Pardubice ČR', undefined],
    ['530 02 Pardubice', undefined],
    ['Vymyšlená 1 530 02 Pardubice', undefined],
    ['Vymyšlená 1, Pardubice', undefined],
    ['Vymyšlená 1, 530 02', undefined],
    ['530 02 Pardubice, Vymyšlená 1', undefined],
    ['Vymyšlená 1, 811 01 Bratislava', undefined],
    ['Vymyšlená 1, 040 01 Košice', undefined],
    ['Vymyšlená 1, 530 02 pardubice', undefined],
    ['Vymyšlená 1, 530 02 P', undefined],
    ['Vymyšlená 1, 530 02 Pardubice (střed)', undefined],
    ['Vymyšlená 1, 5300 2 Pardubice', undefined],
    ['Vymyšlená 1, PSČ 530 02 Pardubice', undefined],
    ['Vymyšlená 1, 114 55 Stockholm, Švédsko', undefined],
    ['', undefined],
  ] as const) {
    test(`${text}: ${town ?? 'not certain'}`, () => {
      const found = [true, false].map((countryIsKnown) => townOfText(text, countryIsKnown))
      const expected = town && { postalCode: town[0], municipality: town[1] }
      assert.deepEqual(found, [expected, expected])
    })
  }

  test('is certain with a code that is written together only where the country is known', () => {
    assert.deepEqual(townOfText('Vymyšlená 1, 53002 Pardubice', true), {
      postalCode: '53002',
      municipality: 'Pardubice',
    })
    assert.equal(townOfText('Vymyslená 1, 10115 Berlin', false), undefined)
  })
})
