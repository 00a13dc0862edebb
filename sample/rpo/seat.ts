import type { Random } from '../../src/stdx/random.ts'
import { foreignSeat } from '../companies/foreign-seat.ts'
import type { Spell } from '../companies/slovak-companies.ts'
import type { SeatStyle, SlovakTraps } from '../companies/slovak-traps.ts'
import { dayText } from '../days.ts'
import { jsonString } from '../files/json.ts'
import { lau2, type Municipality } from '../geography/country.ts'
import type { SlovakPoint } from '../points/slovak-points.ts'

const SLOVAKIA = '"country":{"value":"Slovenská republika","code":"703","codelistCode":"CL000086"}'

/** An address of the register, from a point of the address register. The company's number selects the traps. */
export function seatJson(seat: Spell<SlovakPoint>, number: number, traps: SlovakTraps, style: SeatStyle): string {
  const fields = [spellJson(seat)]
  const { area, street } = seat.value
  if (traps.unstructuredAddress(number)) {
    const { name } = area.municipality
    const line = `${street?.name ?? name} ${houseText(seat.value)}, ${seat.value.postalCode} ${name}`
    fields.push(`"formatedAddress":${jsonString(line)}`, SLOVAKIA)
    return `{${fields.join(',')}}`
  }
  if (street !== null) fields.push(`"street":${jsonString(street.name)}`)
  fields.push(numbersJson(seat.value, number, traps, style))
  const code = seat.value.postalCode
  if (code !== '' && !traps.noPostalCode(number)) {
    const written = traps.postalCodeWithSpace(number) ? `${code.slice(0, 3)} ${code.slice(3)}` : code
    fields.push(`"postalCodes":["${written}"]`)
  }
  fields.push(municipalityJson(area.municipality, number, traps, style))
  if (traps.district(number))
    fields.push(`"district":{"value":${jsonString(area.part?.name ?? area.municipality.name)}}`)
  if (!traps.noCountry(number)) fields.push(SLOVAKIA)
  if (style !== 'court' && traps.addressKey(number)) fields.push(`"buildingIndex":"${seat.value.id}"`)
  return `{${fields.join(',')}}`
}

/**
 * Foreign seats are a line of text. The register does not document its rule. We assume that
 * most have nothing else.
 */
export function foreignSeatJson(seat: Spell<unknown>, random: Random): string {
  const { line, slovak, code } = foreignSeat(random)
  const country = `"country":{"value":${jsonString(slovak)},"code":"${code}","codelistCode":"CL000086"}`
  return `{${spellJson(seat)},"formatedAddress":${jsonString(line)},${country}}`
}

/** `"validFrom":…` and, if it has ended, `"validTo":…`. */
export function spellJson({ from, to }: Spell<unknown>): string {
  const begin = `"validFrom":"${dayText(from)}"`
  return to === null ? begin : `${begin},"validTo":"${dayText(to)}"`
}

function houseText({ registration, orientation }: SlovakPoint): string {
  return registration !== '' && orientation !== '' ? `${registration}/${orientation}` : registration + orientation
}

/**
 * Writes súpisné číslo as a JSON number, 0 if there is none, and the other number, or both in one, as a text. Companies
 * of the commercial register never have the first.
 */
function numbersJson(point: SlovakPoint, number: number, traps: SlovakTraps, style: SeatStyle): string {
  const { registration, orientation } = point
  const isCourt = style === 'court'
  if (style !== 'trades') {
    if (orientation !== '' && traps.slashBeforeLetter(number)) {
      return `"regNumber":0,"buildingNumber":"${Number.parseInt(orientation, 10)}/${'AABC'[number % 4]}"`
    }
    if (registration !== '' && orientation !== '' && traps.bothNumbersInOne(number)) {
      return `"regNumber":0,"buildingNumber":"${registration}/${orientation}"`
    }
  }
  if (style === 'any' && traps.noRegistrationNumber(number)) {
    return `"regNumber":0,"buildingNumber":"${orientation || registration}"`
  }
  const regNumber = `"regNumber":${isCourt || registration === '' ? '0' : registration}`
  const only = orientation === '' && isCourt ? registration : traps.noBuildingNumber(number) ? '' : orientation
  return only === '' ? regNumber : `${regNumber},"buildingNumber":"${only}"`
}

/**
 * City parts and military districts go by another name here than in the address register. Companies of the commercial
 * register often have no code, and then only the city's name.
 */
function municipalityJson(municipality: Municipality, number: number, traps: SlovakTraps, style: SeatStyle): string {
  const { name, kind } = municipality
  if (style !== 'trades' && traps.bratislava(number) && name.startsWith('Bratislava-')) return ONLY_BRATISLAVA
  const written =
    kind === 'city'
      ? name.replace('-', ' - mestská časť ')
      : kind === 'military' && style !== 'any'
        ? `${name} (vojenský obvod)`
        : name
  if (style === 'court' && kind !== 'military' && !traps.kosice(number) && traps.noMunicipalityCode(number)) {
    return `"municipality":{"value":${jsonString(kind === 'city' ? name.replace(/-.*/, '') : written)}}`
  }
  return `"municipality":{"value":${jsonString(written)},"code":"${lau2(municipality)}","codelistCode":"CL000025"}`
}

const ONLY_BRATISLAVA = '"municipality":{"value":"Bratislava"}'
