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
  readonly #quotesInName: Hit
  readonly #lineBreakInName: Hit

  constructor(stream: Streams) {
    this.sharedIco = trapHit(stream, 'shared-ico')
    this.foreignSeat = trapHit(stream, 'cz-firm/foreign-seat')
    this.freeText = trapHit(stream, 'cz-firm/free-text-seat')
    this.unknownKey = trapHit(stream, 'cz-firm/unknown-address-key')
    this.wrongCheckDigit = trapHit(stream, 'cz-firm/wrong-check-digit')
    this.branch = trapHit(stream, 'cz-firm/branch-in-one-document')
    this.noLegalFormInVr = trapHit(stream, 'cz-firm/no-legal-form-in-vr')
    this.noFoundingDate = trapHit(stream, 'cz-firm/no-founding-date')
    this.noAddressKeyInVr = trapHit(stream, 'cz-firm/no-address-key-in-vr')
    this.noAddress = trapHit(stream, 'cz-firm/no-address')
    this.traderFreeText = trapHit(stream, 'cz-trader/free-text-seat')
    this.traderUnknownKey = trapHit(stream, 'cz-trader/unknown-address-key')
    this.traderNoFoundingDate = trapHit(stream, 'cz-trader/no-founding-date')
    this.#quotesInName = trapHit(stream, 'cz-firm/quotes-in-name')
    this.#lineBreakInName = trapHit(stream, 'cz-firm/line-break-in-name')
  }

  nameWithTraps(firm: number, name: string): string {
    if (this.#quotesInName(firm)) return `${name} "v likvidaci"`
    if (this.#lineBreakInName(firm)) return name.includes(' ') ? name.replace(' ', '\n') : `${name}\nv likvidaci`
    return name
  }
}
