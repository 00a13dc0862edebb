import type { CzechSubject } from '../companies/czech-subjects.ts'
import type { CzechTraps } from '../companies/czech-traps.ts'
import { textSeat } from '../companies/text-seat.ts'
import type { CzechPoint } from '../points/czech-points.ts'
import { tag } from './tag.ts'

/** `Sidlo` with the place of the address register or with a text alone; natural persons have another element. */
export function seatXml({ number, kind, seat }: CzechSubject, traps: CzechTraps): string {
  const { point, near } = seat
  const isOnlyText = point === null || (kind === 'firm' && traps.textSeatInVr(number))
  const text = point === null ? seat.text : textSeat(near, number)
  if (isOnlyText && text === '') return ''
  const element = traps.homeInVr(number) ? (number % 2 === 0 ? 'Bydliste' : 'Pobyt') : 'Sidlo'
  const content = isOnlyText ? tag('text', text) : pointXml(near, number, traps)
  return `<are:${element}>\n${content}${traps.unreadFieldsInVr(number) ? UNREAD : ''}</are:${element}>\n`
}

/** Fields of the published schema that say nothing of the place. */
const UNREAD =
  tag('doplnujiciText', 'budova A, 2. patro') +
  tag('dorucovaciCislo', '12') +
  `<are:skrytyUdaj>\n${tag('Text', 'Údaj není veřejný')}</are:skrytyUdaj>\n`

function pointXml(point: CzechPoint, number: number, traps: CzechTraps): string {
  const { id, area, street, postalCode } = point
  const { municipality, part, obvod } = area
  const hasKey = !traps.noAddressKeyInVr(number)
  return (
    (hasKey ? tag('ruianKod', String(id)) : '') +
    tag('stat', '203') +
    (traps.noPostalCodeInVr(number) ? '' : tag('psc', postalCode)) +
    tag('okres', municipality.county?.name ?? 'Hlavní město Praha') +
    tag('obec', municipality.name) +
    (traps.noPartInVr(number) ? '' : tag('castObce', part!.name)) +
    (obvod === 0 ? '' : tag('mop', `Praha ${obvod}`)) +
    (street === null ? '' : tag('ulice', street.name)) +
    numbersXml(point, number, traps, hasKey)
  )
}

function numbersXml(point: CzechPoint, number: number, traps: CzechTraps, hasKey: boolean): string {
  const { evidence, house, orientation, letter } = point
  const orientationXml = orientation === 0 ? '' : tag('cisloOr', `${orientation}${letter}`)
  if (evidence) {
    const isInOwnField = hasKey && traps.evidenceNumberInVr(number)
    return isInOwnField
      ? orientationXml + tag('cisloEv', String(house))
      : tag('cisloTxt', `č.ev. ${house}`) + orientationXml
  }
  if (hasKey && traps.numberAsTextInVr(number)) return tag('cisloTxt', String(house))
  return tag('cisloPop', String(house)) + orientationXml
}
