import type { Address } from '../address.ts'
import { type Company, EMPTY_SEAT } from '../company.ts'

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
