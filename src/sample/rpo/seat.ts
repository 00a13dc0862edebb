import type { Random } from '../../stdx/random.ts'
import type { Spell } from '../companies/slovak-companies.ts'
import type { SlovakTraps } from '../companies/slovak-traps.ts'
import { dayText } from '../days.ts'
import { jsonString } from '../files/json.ts'
import type { Municipality } from '../geography/country.ts'
import { lau2 } from '../geography/lau2.ts'
import { FOREIGN_PLACES } from '../names/foreign-places.ts'
import { pick } from '../pick.ts'
import type { SlovakPoint } from '../points/slovak-points.ts'

const SLOVAKIA = '"country":{"value":"Slovenská republika","code":"703","codelistCode":"CL000086"}'

/** An address of the register, from a point of the address register. The company's number selects the traps. */
export function seatJson(seat: Spell<SlovakPoint>, number: number, traps: SlovakTraps): string {
  const fields = [spellJson(seat)]
  const { area, street } = seat.value
  if (traps.unstructuredAddress(number)) {
    const { name } = area.municipality
    const line = `${street?.name ?? name} ${houseText(seat.value)}, ${seat.value.postalCode} ${name}`
    fields.push(`"formatedAddress":${jsonString(line)}`, SLOVAKIA)
    return `{${fields.join(',')}}`
  }
  if (street !== null) fields.push(`"street":${jsonString(street.name)}`)
  fields.push(numbersJson(seat.value, number, traps))
  const code = seat.value.postalCode
  if (code !== '' && !traps.noPostalCode(number)) {
    const written = traps.postalCodeWithSpace(number) ? `${code.slice(0, 3)} ${code.slice(3)}` : code
    fields.push(`"postalCodes":["${written}"]`)
  }
  fields.push(municipalityJson(area.municipality, traps.bratislava(number)))
  if (traps.district(number))
    fields.push(`"district":{"value":${jsonString(area.part?.name ?? area.municipality.name)}}`)
  if (!traps.noCountry(number)) fields.push(SLOVAKIA)
  if (traps.addressKey(number)) fields.push(`"buildingIndex":"${seat.value.id}"`)
  return `{${fields.join(',')}}`
}

/**
 * Foreign seats are a line of text. The register does not document its rule. We assume that
 * most have nothing else.
 */
export function foreignSeatJson(seat: Spell<unknown>, random: Random): string {
  const place = pick(random, FOREIGN_PLACES)
  const line = `${pick(random, place.streets)} ${1 + random.below(120)}, ${place.city}`
  const country = `"country":{"value":${jsonString(place.slovak)},"code":"${place.code}","codelistCode":"CL000086"}`
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

/** Writes súpisné číslo as a JSON number, 0 if there is none, and the other number, or both in one, as a text. */
function numbersJson(point: SlovakPoint, number: number, traps: SlovakTraps): string {
  const { registration, orientation } = point
  const regNumber = registration === '' ? '0' : registration
  if (registration !== '' && orientation !== '' && traps.bothNumbersInOne(number)) {
    return `"regNumber":0,"buildingNumber":"${registration}/${orientation}"`
  }
  if (orientation !== '' && traps.slashBeforeLetter(number)) {
    return `"regNumber":0,"buildingNumber":"${Number.parseInt(orientation, 10)}/${'AABC'[number % 4]}"`
  }
  if (traps.noRegistrationNumber(number)) return `"regNumber":0,"buildingNumber":"${orientation || registration}"`
  if (orientation === '' || traps.noBuildingNumber(number)) return `"regNumber":${regNumber}`
  return `"regNumber":${regNumber},"buildingNumber":"${orientation}"`
}

/**
 * City parts go by another name here than in the address register; older records say only "Bratislava", and that
 * without a code.
 */
function municipalityJson(municipality: Municipality, withoutCode: boolean): string {
  const { name } = municipality
  if (withoutCode && name.startsWith('Bratislava-')) return '"municipality":{"value":"Bratislava"}'
  const written = municipality.kind === 'city' ? name.replace('-', ' - mestská časť ') : name
  return `"municipality":{"value":${jsonString(written)},"code":"${lau2(municipality)}","codelistCode":"CL000025"}`
}
