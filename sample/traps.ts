import type { Model } from './model.ts'
import type { Streams } from './streams.ts'

/**
 * What the registers do that a reader could stumble over, each at its real frequency where it is known. The README says
 * where each comes from. `at`: this record of its class (counted from 0) has the trap at every scale and seed, so that
 * the smallest sample has them all.
 */
export const TRAPS = {
  // sk-addresses, by point. The first points lie in region SK010, which every scale also writes as RAGEO.
  'sk-point/no-coordinates': { frequency: 0.0204, at: 0 },
  'sk-point/no-postal-code': { frequency: 460 / 1_739_536, at: 1 },
  'sk-point/postal-code-with-space': { frequency: 0.0001, at: 2 },
  'sk-point/letter': { frequency: 0.05, at: 3 },
  'sk-point/only-orientation': { frequency: 0.002, at: 4 },
  'sk-point/only-registration': { frequency: 0.01, at: 5 },
  'sk-point/odd-orientation': { frequency: 0.001, at: 6 },
  'sk-point/quoted-street': { frequency: 0.00001, at: 7 },
  /** Counted with those above; RAGEO has an empty text instead of null. */
  'sk-point/empty-postal-code': { frequency: 0, at: 8 },
  'sk-point/wrong-check-character': { frequency: 0.0005, at: 9, since: 2 },
  'sk-point/leading-zero': { frequency: 0.0001, at: 10, since: 2 },
  'sk-point/registration-zero': { frequency: 0.001, at: 11, since: 2 },
  'sk-point/no-number': { frequency: 0.0002, at: 12, since: 2 },
  'sk-point/valid-from-1000': { frequency: 0.0005, at: 13, since: 2 },
  'sk-point/valid-from-1800': { frequency: 0.0005, at: 14, since: 2 },
  // cz-addresses, by point. The first points lie along streets.
  'cz-point/no-coordinates': { frequency: 920 / 3_020_222, at: 4 },
  'cz-point/evidence-number': { frequency: 0.09, at: 2 },
  'cz-point/no-valid-from': { frequency: 0.0005, at: 3 },
  'cz-point/letter': { frequency: 0.03, at: 0 },
  'cz-point/evidence-with-orientation': { frequency: 0.0002, at: 1 },
  'cz-point/unknown-valid-from': { frequency: 0.0005, at: 5, since: 2 },
  // sk-addresses and cz-addresses, by street.
  'sk-street/dotted-first-name': { frequency: 0.01, at: 0, since: 2 },
  'cz-street/dotted-first-name': { frequency: 0.01, at: 0, since: 2 },
  // cz-addresses, by area: the relations file is made the evening before.
  'cz-part/not-in-relations': { frequency: 0.0001, at: 0 },
  'cz-part/only-in-relations': { frequency: 0.0001, at: 1 },
  // sk-rpo, by company: live firms, live traders, dissolved ones.
  'rpo/no-ico': { frequency: 0.001, at: 0 },
  'rpo/same-ico-as-another': { frequency: 0.0003, at: 2 },
  'rpo/wrong-check-digit': { frequency: 0.003, at: 5 },
  'rpo/changed-ico': { frequency: 0.001, at: 6 },
  'rpo/foreign-seat': { frequency: 0.008, at: 7 },
  'rpo/bratislava-without-code': { frequency: 0.04, at: 8 },
  'rpo/kosice-city-part': { frequency: 0.05, at: 9 },
  /** In model 2 counted among seats in the style of companies that have both numbers. */
  'rpo/both-numbers-in-one': { frequency: 0.03, model2: 0.45, at: 10 },
  'rpo/no-registration-number': { frequency: 0.06, at: 11 },
  'rpo/no-building-number': { frequency: 0.04, at: 12 },
  'rpo/postal-code-with-space': { frequency: 0.15, at: 13 },
  'rpo/no-postal-code': { frequency: 0.004, at: 14 },
  'rpo/reversed-validity': { frequency: 0.002, at: 15 },
  'rpo/conflicting-duplicates': { frequency: 0.001, at: 16 },
  'rpo/no-modification-date': { frequency: 0.01, at: 17 },
  'rpo/no-legal-form': { frequency: 0.002, at: 18 },
  'rpo/code-without-codelist': { frequency: 0.003, at: 19 },
  'rpo/no-address': { frequency: 0.001, at: 20 },
  'rpo/no-name': { frequency: 0.00003, at: 21 },
  'rpo/quotes-in-name': { frequency: 0.01, at: 22 },
  'rpo/line-break-in-name': { frequency: 0.0001, at: 23 },
  'rpo/alternative-name': { frequency: 0.01, at: 24 },
  'rpo/organization-units': { frequency: 0.004, at: 25 },
  'rpo/old-activity-codelist': { frequency: 0.1, at: 26 },
  'rpo/sentinel-end': { frequency: 0.002, at: 27 },
  'rpo/written-over-lines': { frequency: 0.0002, at: 28 },
  'rpo/no-register': { frequency: 0.005, at: 29 },
  'rpo/no-country': { frequency: 0.02, at: 30 },
  'rpo/legal-status': { frequency: 0.03, at: 31 },
  'rpo/unstructured-address': { frequency: 0.002, at: 32 },
  'rpo/district': { frequency: 0.02, at: 33 },
  'rpo/no-establishment': { frequency: 0.003, at: 34 },
  'rpo/former-name-of-another': { frequency: 0.02, at: 38, since: 2 },
  'rpo/slash-before-letter': { frequency: 0.01, at: 35, since: 2 },
  /** Counted among seats in the style of traders. */
  'rpo/address-key': { frequency: 0.75, at: 36, since: 2 },
  'rpo/no-record-status': { frequency: 0.2, at: 37, since: 2 },
  'rpo/unknown-establishment': { frequency: 0.001, at: 38, since: 2 },
  'rpo/unknown-valid-from': { frequency: 0.001, at: 1, since: 2 },
  'rpo/unknown-valid-to': { frequency: 0.001, at: 3, since: 2 },
  /** Counted among seats in the style of companies. */
  'rpo/no-municipality-code': { frequency: 0.5, at: 4, since: 2 },
  /** Counted among companies in neither the commercial register nor the register of trades. */
  'rpo/seat-as-of-company': { frequency: 0.4, at: 54, since: 2 },
  'rpo/same-ico-and-both-contradict': { frequency: 0.0001, at: 27, since: 2 },
  // Each of the six and of the nine codes comes once among the first.
  'rpo/proceeding': { frequency: 0.01, at: 40, times: 6, since: 2 },
  'rpo/dissolved-not-erased': { frequency: 0.01, at: 45, times: 9, since: 2 },
  'rpo/entry-by-mistake': { frequency: 0.0005, at: 55, since: 2 },
  'rpo/helper-record': { frequency: 0.0003, at: 56, since: 2 },
  'rpo/military-district': { frequency: 0.00002, at: 57, since: 2 },
  'rpo/large-subject': { frequency: 0.003, at: 58, times: 3, since: 2 },
  // sk-rpo, by live trader and by dissolved company.
  'rpo-trader/form-001': { frequency: 0.002, at: 0, since: 2 },
  /** Of one living number in a hundred. */
  'rpo-trader/second-registration': { frequency: 0.0185, at: 2, since: 2 },
  'rpo-dissolved/two-statuses': { frequency: 0.05, at: 0, since: 2 },
  'rpo-dissolved/namesake-of-large': { frequency: 0.001, at: 2, since: 2 },
  'rpo-dissolved/unknown-termination': { frequency: 0.001, at: 1, since: 2 },
  // sk-rpo, cz-res, cz-vr, by live firm: the same numbers in both countries.
  'shared-ico': { frequency: 0.0005, at: 39 },
  // cz-res and cz-vr, by firm.
  'cz-firm/quotes-in-name': { frequency: 0.01, at: 0 },
  'cz-firm/line-break-in-name': { frequency: 0.00005, at: 1 },
  'cz-firm/foreign-seat': { frequency: 0.004, at: 2 },
  'cz-firm/free-text-seat': { frequency: 0.005, model2: 0.0255, at: 3 },
  'cz-firm/unknown-address-key': { frequency: 0.002, at: 4 },
  'cz-firm/wrong-check-digit': { frequency: 0.002, at: 5 },
  'cz-firm/branch-in-one-document': { frequency: 0.003, at: 6 },
  'cz-firm/no-legal-form-in-vr': { frequency: 0.5, at: 7 },
  'cz-firm/no-founding-date': { frequency: 0.001, at: 8 },
  'cz-firm/no-address-key-in-vr': { frequency: 0.05, at: 9 },
  'cz-firm/no-address': { frequency: 0.0003, at: 10 },
  'cz-firm/substitute-number': { frequency: 0.0005, at: 11, since: 2 },
  'cz-firm/unknown-kind-of-number': { frequency: 0.00005, at: 12, since: 2 },
  'cz-firm/number-zero': { frequency: 0.0005, at: 13, since: 2 },
  'cz-firm/unknown-founding-date': { frequency: 0.0005, at: 14, since: 2 },
  'cz-firm/unknown-entry-date': { frequency: 0.0005, at: 15, since: 2 },
  'cz-firm/not-found-in-vr': { frequency: 12 / 1_284_719, at: 16, since: 2 },
  'cz-firm/text-seat-in-vr': { frequency: 0.01, at: 17, since: 2 },
  'cz-firm/mostly-no-legal-form-in-vr': { frequency: 0.9, at: 18, since: 2 },
  'cz-firm/unknown-update': { frequency: 0.0002, at: 19, since: 2 },
  'cz-firm/no-name-in-vr': { frequency: 0.0002, at: 20, since: 2 },
  'cz-firm/home-in-vr': { frequency: 0.0005, at: 21, times: 2, since: 2 },
  'cz-firm/unread-fields-in-vr': { frequency: 0.02, at: 23, since: 2 },
  'cz-firm/number-as-text-in-vr': { frequency: 7 / 47, at: 24, since: 2 },
  'cz-firm/no-postal-code-in-vr': { frequency: 2 / 47, at: 25, since: 2 },
  'cz-firm/no-part-in-vr': { frequency: 7 / 47, at: 26, since: 2 },
  'cz-firm/evidence-number-in-vr': { frequency: 0.95, at: 27, since: 2 },
  'cz-firm/seat-in-praha': { frequency: 0.357, at: 28, since: 2 },
  'cz-firm/large-subject': { frequency: 0.002, at: 46, times: 3, since: 2 },
  // cz-res and cz-vr, by firm that ended in the last four years; cz-res, by nameless row.
  'cz-gone/unknown-end': { frequency: 0.001, at: 0, since: 2 },
  'cz-gone/historical-form': { frequency: 0.02, at: 1, since: 2 },
  /** As many as there are styles of such texts. */
  'cz-gone/free-text-seat': { frequency: 0.054, at: 2, times: 12, since: 2 },
  'cz-gone/reason-of-deletion': { frequency: 0.3, at: 15, since: 2 },
  'cz-gone/namesake-of-large': { frequency: 0.01, at: 17, since: 2 },
  'cz-ended/unknown-end': { frequency: 0.0005, at: 0, since: 2 },
  // cz-res, by live sole trader.
  'cz-trader/free-text-seat': { frequency: 0.009, model2: 0.0003, at: 0 },
  'cz-trader/unknown-address-key': { frequency: 0.002, at: 1 },
  'cz-trader/no-founding-date': { frequency: 0.0005, at: 2 },
  'cz-trader/seat-in-praha': { frequency: 0.105, at: 3, since: 2 },
} as const satisfies Readonly<Record<string, Trap>>

interface Trap {
  readonly frequency: number
  /** The frequency from model 2 on, where more became known. */
  readonly model2?: number
  readonly at: number
  /** So many records from `at` on have the trap for certain; 1 if absent. */
  readonly times?: number
  /** The model that introduced the trap; 1 if absent. */
  readonly since?: Model
}

/**
 * Companies below this number are limited companies in a street of a town, so that every trap above has something to
 * hit.
 */
export const TRAPPED_FIRMS = 40

export type TrapName = keyof typeof TRAPS

/** Whether a record, by its number within its class, has the trap. */
export type Hit = (record: number) => boolean

export function trapHit(stream: Streams, name: TrapName): Hit {
  const { frequency, model2 = frequency, at, times = 1, since = 1 }: Trap = TRAPS[name]
  if (stream.model < since) return () => false
  const drawn = stream(name)
  const share = stream.model === 1 ? frequency : model2
  return (record) => (at <= record && record < at + times) || drawn(record).fraction() < share
}
