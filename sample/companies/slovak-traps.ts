import type { Streams } from '../streams.ts'
import { type Hit, trapHit } from '../traps.ts'
import { COMMERCIAL, type SlovakRegister, TRADES } from './slovak-forms.ts'

/**
 * Which fields a seat has follows from the register that the company comes from: `court` as companies of the
 * commercial register have it, `trades` as sole traders have it. Model 1 did not know that: `any`.
 */
export type SeatStyle = 'any' | 'court' | 'trades'

/** The traps of RPO, by number of the company. */
export class SlovakTraps {
  readonly noIco: Hit
  readonly sameIcoAsAnother: Hit
  readonly sharedIco: Hit
  readonly wrongCheckDigit: Hit
  readonly changedIco: Hit
  readonly foreignSeat: Hit
  readonly bratislava: Hit
  readonly kosice: Hit
  readonly bothNumbersInOne: Hit
  readonly noRegistrationNumber: Hit
  readonly noBuildingNumber: Hit
  readonly postalCodeWithSpace: Hit
  readonly noPostalCode: Hit
  readonly reversedValidity: Hit
  readonly conflictingDuplicates: Hit
  readonly noModificationDate: Hit
  readonly noLegalForm: Hit
  readonly codeWithoutCodelist: Hit
  readonly noAddress: Hit
  readonly noName: Hit
  readonly alternativeName: Hit
  readonly organizationUnits: Hit
  readonly oldActivityCodelist: Hit
  readonly sentinelEnd: Hit
  readonly writtenOverLines: Hit
  readonly noRegister: Hit
  readonly noCountry: Hit
  readonly legalStatus: Hit
  readonly unstructuredAddress: Hit
  readonly district: Hit
  readonly noEstablishment: Hit
  readonly formerNameOfAnother: Hit
  /** buildingIndex */
  readonly addressKey: Hit
  readonly slashBeforeLetter: Hit
  readonly noRecordStatus: Hit
  readonly unknownEstablishment: Hit
  readonly unknownValidFrom: Hit
  readonly unknownValidTo: Hit
  readonly traderForm001: Hit
  readonly twoStatuses: Hit
  readonly unknownTermination: Hit
  readonly noMunicipalityCode: Hit
  readonly proceeding: Hit
  readonly dissolvedNotErased: Hit
  readonly entryByMistake: Hit
  readonly helperRecord: Hit
  readonly militaryDistrict: Hit
  readonly #isModel1: boolean
  readonly #seatAsOfCompany: Hit
  readonly #bothContradict: Hit
  readonly #quotesInName: Hit
  readonly #lineBreakInName: Hit

  constructor(stream: Streams) {
    this.noIco = trapHit(stream, 'rpo/no-ico')
    const oneContradicts = trapHit(stream, 'rpo/same-ico-as-another')
    this.#bothContradict = trapHit(stream, 'rpo/same-ico-and-both-contradict')
    this.sameIcoAsAnother = (number) => oneContradicts(number) || this.#bothContradict(number)
    this.sharedIco = trapHit(stream, 'shared-ico')
    this.wrongCheckDigit = trapHit(stream, 'rpo/wrong-check-digit')
    this.changedIco = trapHit(stream, 'rpo/changed-ico')
    this.foreignSeat = trapHit(stream, 'rpo/foreign-seat')
    this.bratislava = trapHit(stream, 'rpo/bratislava-without-code')
    this.kosice = trapHit(stream, 'rpo/kosice-city-part')
    this.bothNumbersInOne = trapHit(stream, 'rpo/both-numbers-in-one')
    this.noRegistrationNumber = trapHit(stream, 'rpo/no-registration-number')
    this.noBuildingNumber = trapHit(stream, 'rpo/no-building-number')
    this.postalCodeWithSpace = trapHit(stream, 'rpo/postal-code-with-space')
    this.noPostalCode = trapHit(stream, 'rpo/no-postal-code')
    this.reversedValidity = trapHit(stream, 'rpo/reversed-validity')
    this.conflictingDuplicates = trapHit(stream, 'rpo/conflicting-duplicates')
    // Only the online service has the day of the last change: model 1 did not know that.
    this.noModificationDate = stream.model === 1 ? trapHit(stream, 'rpo/no-modification-date') : () => true
    this.noLegalForm = trapHit(stream, 'rpo/no-legal-form')
    this.codeWithoutCodelist = trapHit(stream, 'rpo/code-without-codelist')
    this.noAddress = trapHit(stream, 'rpo/no-address')
    this.noName = trapHit(stream, 'rpo/no-name')
    this.alternativeName = trapHit(stream, 'rpo/alternative-name')
    this.organizationUnits = trapHit(stream, 'rpo/organization-units')
    this.oldActivityCodelist = trapHit(stream, 'rpo/old-activity-codelist')
    this.sentinelEnd = trapHit(stream, 'rpo/sentinel-end')
    this.writtenOverLines = trapHit(stream, 'rpo/written-over-lines')
    this.noRegister = trapHit(stream, 'rpo/no-register')
    this.noCountry = trapHit(stream, 'rpo/no-country')
    this.legalStatus = trapHit(stream, 'rpo/legal-status')
    this.unstructuredAddress = trapHit(stream, 'rpo/unstructured-address')
    this.district = trapHit(stream, 'rpo/district')
    this.noEstablishment = trapHit(stream, 'rpo/no-establishment')
    this.formerNameOfAnother = trapHit(stream, 'rpo/former-name-of-another')
    this.addressKey = stream.model === 1 ? (number) => number % 5 === 0 : trapHit(stream, 'rpo/address-key')
    this.slashBeforeLetter = trapHit(stream, 'rpo/slash-before-letter')
    this.noRecordStatus = trapHit(stream, 'rpo/no-record-status')
    this.unknownEstablishment = trapHit(stream, 'rpo/unknown-establishment')
    this.unknownValidFrom = trapHit(stream, 'rpo/unknown-valid-from')
    this.unknownValidTo = trapHit(stream, 'rpo/unknown-valid-to')
    this.traderForm001 = trapHit(stream, 'rpo-trader/form-001')
    this.twoStatuses = trapHit(stream, 'rpo-dissolved/two-statuses')
    this.unknownTermination = trapHit(stream, 'rpo-dissolved/unknown-termination')
    this.noMunicipalityCode = trapHit(stream, 'rpo/no-municipality-code')
    this.proceeding = trapHit(stream, 'rpo/proceeding')
    this.dissolvedNotErased = trapHit(stream, 'rpo/dissolved-not-erased')
    this.entryByMistake = trapHit(stream, 'rpo/entry-by-mistake')
    this.helperRecord = trapHit(stream, 'rpo/helper-record')
    this.militaryDistrict = trapHit(stream, 'rpo/military-district')
    this.#isModel1 = stream.model === 1
    this.#seatAsOfCompany = trapHit(stream, 'rpo/seat-as-of-company')
    this.#quotesInName = trapHit(stream, 'rpo/quotes-in-name')
    this.#lineBreakInName = trapHit(stream, 'rpo/line-break-in-name')
  }

  /** Other registers lie in between: some of their seats are written as those of companies. */
  seatStyle(company: number, { code }: SlovakRegister): SeatStyle {
    if (this.#isModel1) return 'any'
    if (code === COMMERCIAL.code) return 'court'
    return code !== TRADES.code && this.#seatAsOfCompany(company) ? 'court' : 'trades'
  }

  /** A company with the ICO of the one before it contradicts that one; now and then both are marked. */
  containsInconsistency(company: number): boolean {
    return this.sameIcoAsAnother(company) || this.#bothContradict(company + 1)
  }

  nameWithTraps(company: number, name: string): string {
    if (this.#quotesInName(company)) return `${name} "v likvidácii"`
    if (this.#lineBreakInName(company)) return name.replace(' ', '\n')
    return name
  }
}
