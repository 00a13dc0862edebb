import type { Streams } from '../streams.ts'
import { type Hit, trapHit } from '../traps.ts'

/** The traps of RES and of the public registers, by number of the firm resp. of the trader. */
export class CzechTraps {
  readonly sharedIco: Hit
  readonly foreignSeat: Hit
  readonly freeText: Hit
  readonly unknownKey: Hit
  readonly wrongCheckDigit: Hit
  readonly branch: Hit
  readonly noLegalFormInVr: Hit
  readonly noFoundingDate: Hit
  readonly noAddressKeyInVr: Hit
  readonly noAddress: Hit
  readonly traderFreeText: Hit
  readonly traderUnknownKey: Hit
  readonly traderNoFoundingDate: Hit
  readonly substituteNumber: Hit
  readonly unknownKindOfNumber: Hit
  readonly numberZero: Hit
  readonly unknownFoundingDate: Hit
  readonly unknownEntryDate: Hit
  readonly notFoundInVr: Hit
  readonly textSeatInVr: Hit
  readonly unknownUpdate: Hit
  readonly goneUnknownEnd: Hit
  readonly goneHistoricalForm: Hit
  readonly endedUnknownEnd: Hit
  readonly goneFreeText: Hit
  readonly reasonOfDeletion: Hit
  readonly noNameInVr: Hit
  /** Bydliste or Pobyt in place of Sidlo. */
  readonly homeInVr: Hit
  readonly unreadFieldsInVr: Hit
  /** cisloTxt in place of cisloPop and cisloOr. */
  readonly numberAsTextInVr: Hit
  readonly noPostalCodeInVr: Hit
  readonly noPartInVr: Hit
  /** cisloEv, and not a word in cisloTxt. */
  readonly evidenceNumberInVr: Hit
  readonly inPraha: Hit
  readonly traderInPraha: Hit
  readonly #quotesInName: Hit
  readonly #lineBreakInName: Hit

  constructor(stream: Streams) {
    this.sharedIco = trapHit(stream, 'shared-ico')
    this.foreignSeat = trapHit(stream, 'cz-firm/foreign-seat')
    this.freeText = trapHit(stream, 'cz-firm/free-text-seat')
    this.unknownKey = trapHit(stream, 'cz-firm/unknown-address-key')
    this.wrongCheckDigit = trapHit(stream, 'cz-firm/wrong-check-digit')
    this.branch = trapHit(stream, 'cz-firm/branch-in-one-document')
    const half = trapHit(stream, 'cz-firm/no-legal-form-in-vr')
    const most = trapHit(stream, 'cz-firm/mostly-no-legal-form-in-vr')
    this.noLegalFormInVr = (firm) => half(firm) || most(firm)
    this.noFoundingDate = trapHit(stream, 'cz-firm/no-founding-date')
    this.noAddressKeyInVr = trapHit(stream, 'cz-firm/no-address-key-in-vr')
    this.noAddress = trapHit(stream, 'cz-firm/no-address')
    this.traderFreeText = trapHit(stream, 'cz-trader/free-text-seat')
    this.traderUnknownKey = trapHit(stream, 'cz-trader/unknown-address-key')
    this.traderNoFoundingDate = trapHit(stream, 'cz-trader/no-founding-date')
    this.substituteNumber = trapHit(stream, 'cz-firm/substitute-number')
    this.unknownKindOfNumber = trapHit(stream, 'cz-firm/unknown-kind-of-number')
    this.numberZero = trapHit(stream, 'cz-firm/number-zero')
    this.unknownFoundingDate = trapHit(stream, 'cz-firm/unknown-founding-date')
    this.unknownEntryDate = trapHit(stream, 'cz-firm/unknown-entry-date')
    this.notFoundInVr = trapHit(stream, 'cz-firm/not-found-in-vr')
    this.textSeatInVr = trapHit(stream, 'cz-firm/text-seat-in-vr')
    this.unknownUpdate = trapHit(stream, 'cz-firm/unknown-update')
    this.goneUnknownEnd = trapHit(stream, 'cz-gone/unknown-end')
    this.goneHistoricalForm = trapHit(stream, 'cz-gone/historical-form')
    this.endedUnknownEnd = trapHit(stream, 'cz-ended/unknown-end')
    this.goneFreeText = trapHit(stream, 'cz-gone/free-text-seat')
    this.reasonOfDeletion = trapHit(stream, 'cz-gone/reason-of-deletion')
    this.noNameInVr = trapHit(stream, 'cz-firm/no-name-in-vr')
    this.homeInVr = trapHit(stream, 'cz-firm/home-in-vr')
    this.unreadFieldsInVr = trapHit(stream, 'cz-firm/unread-fields-in-vr')
    this.numberAsTextInVr = trapHit(stream, 'cz-firm/number-as-text-in-vr')
    this.noPostalCodeInVr = trapHit(stream, 'cz-firm/no-postal-code-in-vr')
    this.noPartInVr = trapHit(stream, 'cz-firm/no-part-in-vr')
    this.evidenceNumberInVr = trapHit(stream, 'cz-firm/evidence-number-in-vr')
    this.inPraha = trapHit(stream, 'cz-firm/seat-in-praha')
    this.traderInPraha = trapHit(stream, 'cz-trader/seat-in-praha')
    this.#quotesInName = trapHit(stream, 'cz-firm/quotes-in-name')
    this.#lineBreakInName = trapHit(stream, 'cz-firm/line-break-in-name')
  }

  nameWithTraps(firm: number, name: string): string {
    if (this.#quotesInName(firm)) return `${name} "v likvidaci"`
    if (this.#lineBreakInName(firm)) return name.includes(' ') ? name.replace(' ', '\n') : `${name}\nv likvidaci`
    return name
  }
}
