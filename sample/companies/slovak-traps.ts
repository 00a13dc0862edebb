import type { Streams } from '../streams.ts'
import { type Hit, type TrapName, trapHit } from '../traps.ts'
import { COMMERCIAL, type SlovakRegister, TRADES } from './slovak-forms.ts'

/**
 * Which fields a seat has follows from the register that the company comes from: `court` as companies of the
 * commercial register have it, `trades` as sole traders have it. Model 1 did not know that: `any`.
 */
export type SeatStyle = 'any' | 'court' | 'trades'

/** The traps of RPO, by number of the company. */
export function makeSlovakTraps(stream: Streams) {
  const hit = (name: TrapName): Hit => trapHit(stream, name)
  const oneContradicts = hit('rpo/same-ico-as-another')
  const bothContradict = hit('rpo/same-ico-and-both-contradict')
  const sameIcoAsAnother = (number: number) => oneContradicts(number) || bothContradict(number)
  const isModel1 = stream.model === 1
  const seatAsOfCompany = hit('rpo/seat-as-of-company')
  const quotesInName = hit('rpo/quotes-in-name')
  const lineBreakInName = hit('rpo/line-break-in-name')
  return {
    noIco: hit('rpo/no-ico'),
    sameIcoAsAnother,
    sharedIco: hit('shared-ico'),
    wrongCheckDigit: hit('rpo/wrong-check-digit'),
    changedIco: hit('rpo/changed-ico'),
    foreignSeat: hit('rpo/foreign-seat'),
    bratislava: hit('rpo/bratislava-without-code'),
    kosice: hit('rpo/kosice-city-part'),
    bothNumbersInOne: hit('rpo/both-numbers-in-one'),
    noRegistrationNumber: hit('rpo/no-registration-number'),
    noBuildingNumber: hit('rpo/no-building-number'),
    postalCodeWithSpace: hit('rpo/postal-code-with-space'),
    noPostalCode: hit('rpo/no-postal-code'),
    reversedValidity: hit('rpo/reversed-validity'),
    conflictingDuplicates: hit('rpo/conflicting-duplicates'),
    // Only the online service has the day of the last change: model 1 did not know that.
    noModificationDate: isModel1 ? hit('rpo/no-modification-date') : () => true,
    noLegalForm: hit('rpo/no-legal-form'),
    codeWithoutCodelist: hit('rpo/code-without-codelist'),
    noAddress: hit('rpo/no-address'),
    noName: hit('rpo/no-name'),
    alternativeName: hit('rpo/alternative-name'),
    organizationUnits: hit('rpo/organization-units'),
    oldActivityCodelist: hit('rpo/old-activity-codelist'),
    sentinelEnd: hit('rpo/sentinel-end'),
    writtenOverLines: hit('rpo/written-over-lines'),
    noRegister: hit('rpo/no-register'),
    noCountry: hit('rpo/no-country'),
    legalStatus: hit('rpo/legal-status'),
    unstructuredAddress: hit('rpo/unstructured-address'),
    district: hit('rpo/district'),
    noEstablishment: hit('rpo/no-establishment'),
    formerNameOfAnother: hit('rpo/former-name-of-another'),
    /** buildingIndex */
    addressKey: isModel1 ? (number: number) => number % 5 === 0 : hit('rpo/address-key'),
    slashBeforeLetter: hit('rpo/slash-before-letter'),
    noRecordStatus: hit('rpo/no-record-status'),
    unknownEstablishment: hit('rpo/unknown-establishment'),
    unknownValidFrom: hit('rpo/unknown-valid-from'),
    unknownValidTo: hit('rpo/unknown-valid-to'),
    traderForm001: hit('rpo-trader/form-001'),
    secondRegistration: hit('rpo-trader/second-registration'),
    twoStatuses: hit('rpo-dissolved/two-statuses'),
    unknownTermination: hit('rpo-dissolved/unknown-termination'),
    noMunicipalityCode: hit('rpo/no-municipality-code'),
    proceeding: hit('rpo/proceeding'),
    dissolvedNotErased: hit('rpo/dissolved-not-erased'),
    entryByMistake: hit('rpo/entry-by-mistake'),
    helperRecord: hit('rpo/helper-record'),
    militaryDistrict: hit('rpo/military-district'),
    largeSubject: hit('rpo/large-subject'),
    namesakeOfLarge: hit('rpo-dissolved/namesake-of-large'),

    /** Other registers lie in between: some of their seats are written as those of companies. */
    seatStyle(company: number, { code }: SlovakRegister): SeatStyle {
      if (isModel1) return 'any'
      if (code === COMMERCIAL.code) return 'court'
      return code !== TRADES.code && seatAsOfCompany(company) ? 'court' : 'trades'
    },

    /** A company with the ICO of the one before it contradicts that one; now and then both are marked. */
    containsInconsistency(company: number): boolean {
      return sameIcoAsAnother(company) || bothContradict(company + 1)
    },

    nameWithTraps(company: number, name: string): string {
      if (quotesInName(company)) return `${name} "v likvidácii"`
      if (lineBreakInName(company)) return name.replace(' ', '\n')
      return name
    },
  }
}

export type SlovakTraps = ReturnType<typeof makeSlovakTraps>
