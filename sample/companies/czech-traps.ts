import type { Streams } from '../streams.ts'
import { type Hit, type TrapName, trapHit } from '../traps.ts'

/** The traps of RES and of the public registers, by number of the firm or of the trader. */
export function makeCzechTraps(stream: Streams) {
  const hit = (name: TrapName): Hit => trapHit(stream, name)
  const half = hit('cz-firm/no-legal-form-in-vr')
  const most = hit('cz-firm/mostly-no-legal-form-in-vr')
  const quotesInName = hit('cz-firm/quotes-in-name')
  const lineBreakInName = hit('cz-firm/line-break-in-name')
  return {
    sharedIco: hit('shared-ico'),
    foreignSeat: hit('cz-firm/foreign-seat'),
    freeText: hit('cz-firm/free-text-seat'),
    unknownKey: hit('cz-firm/unknown-address-key'),
    wrongCheckDigit: hit('cz-firm/wrong-check-digit'),
    branch: hit('cz-firm/branch-in-one-document'),
    noLegalFormInVr: (firm: number) => half(firm) || most(firm),
    noFoundingDate: hit('cz-firm/no-founding-date'),
    noAddressKeyInVr: hit('cz-firm/no-address-key-in-vr'),
    noAddress: hit('cz-firm/no-address'),
    traderFreeText: hit('cz-trader/free-text-seat'),
    traderUnknownKey: hit('cz-trader/unknown-address-key'),
    traderNoFoundingDate: hit('cz-trader/no-founding-date'),
    substituteNumber: hit('cz-firm/substitute-number'),
    unknownKindOfNumber: hit('cz-firm/unknown-kind-of-number'),
    numberZero: hit('cz-firm/number-zero'),
    unknownFoundingDate: hit('cz-firm/unknown-founding-date'),
    unknownEntryDate: hit('cz-firm/unknown-entry-date'),
    notFoundInVr: hit('cz-firm/not-found-in-vr'),
    textSeatInVr: hit('cz-firm/text-seat-in-vr'),
    unknownUpdate: hit('cz-firm/unknown-update'),
    goneUnknownEnd: hit('cz-gone/unknown-end'),
    goneHistoricalForm: hit('cz-gone/historical-form'),
    endedUnknownEnd: hit('cz-ended/unknown-end'),
    goneFreeText: hit('cz-gone/free-text-seat'),
    reasonOfDeletion: hit('cz-gone/reason-of-deletion'),
    noNameInVr: hit('cz-firm/no-name-in-vr'),
    /** Bydliste or Pobyt in place of Sidlo. */
    homeInVr: hit('cz-firm/home-in-vr'),
    unreadFieldsInVr: hit('cz-firm/unread-fields-in-vr'),
    /** cisloTxt in place of cisloPop and cisloOr. */
    numberAsTextInVr: hit('cz-firm/number-as-text-in-vr'),
    noPostalCodeInVr: hit('cz-firm/no-postal-code-in-vr'),
    noPartInVr: hit('cz-firm/no-part-in-vr'),
    /** cisloEv, and not a word in cisloTxt. */
    evidenceNumberInVr: hit('cz-firm/evidence-number-in-vr'),
    inPraha: hit('cz-firm/seat-in-praha'),
    largeSubject: hit('cz-firm/large-subject'),
    namesakeOfLarge: hit('cz-gone/namesake-of-large'),
    traderInPraha: hit('cz-trader/seat-in-praha'),

    nameWithTraps(firm: number, name: string): string {
      if (quotesInName(firm)) return `${name} "v likvidaci"`
      if (lineBreakInName(firm)) return name.includes(' ') ? name.replace(' ', '\n') : `${name}\nv likvidaci`
      return name
    },
  }
}

export type CzechTraps = ReturnType<typeof makeCzechTraps>
