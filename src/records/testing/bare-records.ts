import assert from 'node:assert/strict'
import { fieldsIn } from '../../stdx/testing/cases.ts'
import type { Address } from '../address.ts'
import { type Company, EMPTY_SEAT, type Seat } from '../company.ts'

/** Records without any known field, to which each test adds its own. */
export const BARE_COMPANY: Omit<Company, 'name'> = {
  country: 'cz',
  ico: null,
  otherNames: [],
  naturalPerson: false,
  establishedOn: null,
  dissolvedOn: null,
  legalForm: null,
  legalStatus: null,
  register: null,
  registerOffice: null,
  registerNumber: null,
  size: null,
  seat: EMPTY_SEAT,
  updatedOn: null,
}

export const BARE_ADDRESS: Omit<Address, 'municipality'> = {
  country: 'cz',
  street: null,
  streetId: null,
  municipalityCode: null,
  municipalityPart: null,
  municipalityPartCode: null,
  postalCode: null,
  registrationNumber: null,
  evidenceNumber: null,
  houseNumber: null,
  houseNumberType: null,
  orientationNumber: null,
  orientationLetter: null,
  district: null,
  districtCode: null,
  postalDistrict: null,
  county: null,
  countyCode: null,
  region: null,
  regionCode: null,
  latitude: null,
  longitude: null,
  validFrom: null,
}

/** An address with these fields, `street=Hlavná; postalCode=97101; latitude=48.77`; the others are as in the base. */
export function addressWith(fields: string, base: Omit<Address, 'municipality'> = BARE_ADDRESS): Address {
  return change({ municipality: '', ...base }, fields)
}

/** A seat with these fields, `street=Hlavná; postalCode=97101`; the others are those of the base. */
export function seatWith(fields: string, base: Seat = EMPTY_SEAT): Seat {
  return change(base, fields)
}

/** A company with these fields, `ico=00654321; name=Mosty`, and those that are no texts. */
export function companyWith(fields: string, others: Partial<Company> = {}): Company {
  return { ...change({ ...BARE_COMPANY, name: '' }, fields), ...others }
}

function change<R extends object>(base: R, fields: string): R {
  const changes = Object.entries(fieldsIn(fields)).map(([name, text]) => {
    assert(name in base, `a field ${name}`)
    return [name, text !== null && NUMBERS.includes(name) ? Number(text) : text] as const
  })
  return { ...base, ...Object.fromEntries(changes) }
}

const NUMBERS = ['latitude', 'longitude']
