import { type Company, EMPTY_SEAT } from './company.ts'
import { mayBePerson } from './subject.ts'

/**
 * The identity of a withdrawn company, and nothing else. The name of a person, or of a record without a
 * legal form, becomes the ICO, or the id of the record where there is none.
 */
export function reduceCompany(company: Company, id: string): Company {
  return {
    ...company,
    name: mayBePerson(company) ? (company.ico ?? id) : company.name,
    otherNames: [],
    establishedOn: null,
    dissolvedOn: null,
    registerOffice: null,
    registerNumber: null,
    size: null,
    seat: EMPTY_SEAT,
  }
}
