import type { Random } from '../../src/stdx/random.ts'
import { dayNumber } from '../days.ts'
import { czechLargeName } from '../names/large-names.ts'
import type { Naming } from '../names/naming.ts'
import { czechNaming } from '../names/namings.ts'
import type { CzechPoint } from '../points/czech-points.ts'
import { TRAPPED_FIRMS } from '../traps.ts'
import type { World } from '../world.ts'
import {
  type CzechForm,
  czechFirmForm,
  czechTraderForm,
  FORM_OF_EACH_REGISTER,
  LIMITED_COMPANY,
  largeForm,
} from './czech-forms.ts'
import { type CzechTraps, makeCzechTraps } from './czech-traps.ts'
import { foreignSeat } from './foreign-seat.ts'
import { CZECH_ICO_BLOCKS, IcoSpace, icoText, SHARED_FIRST_SEVEN } from './ico.ts'
import { scramble } from './scramble.ts'
import { SeatChooser, seatOf } from './seat-chooser.ts'
import { oldTextSeat, textSeat } from './text-seat.ts'

/**
 * `ended`: RES knows no more than that a sole trader is gone. `forgotten`: only the public registers still know the
 * firm.
 */
export type CzechKind = 'firm' | 'gone' | 'forgotten' | 'trader' | 'ended'

export interface CzechSubject {
  readonly ico: string
  /** Firms first; traps go by it. */
  readonly number: number
  readonly kind: CzechKind
  readonly form: CzechForm
  readonly name: string
  /** Days since 1970. */
  readonly founded: number
  readonly ended: number | null
  readonly seat: CzechSeat
}

/** A place of the address register, or a line of text, or nothing. */
export interface CzechSeat {
  readonly point: CzechPoint | null
  readonly text: string
  /** The okres is known of every living subject, also of one without a place in the address register. */
  readonly near: CzechPoint
}

const FIRST_DAY = dayNumber('1990-05-01')
const FOUR_YEARS = 4 * 365

/**
 * The subjects of Czechia, each a function of its place; places go up with the ICO. RES and the public registers tell
 * the same story.
 */
export class CzechSubjects {
  readonly count: number
  readonly #world: World
  readonly traps: CzechTraps
  readonly #naming: Naming
  readonly #icos: IcoSpace
  readonly #seats: SeatChooser
  readonly #snapshot: number
  readonly #stream

  constructor(world: World) {
    const { res, vrOnly } = world.plan
    this.#world = world
    this.count = res.liveFirms + res.goneFirms + vrOnly + res.liveTraders + res.endedTraders
    this.traps = makeCzechTraps(world.stream)
    this.#naming = czechNaming(world.stream.model)
    this.#icos = new IcoSpace(CZECH_ICO_BLOCKS, this.count)
    this.#seats = new SeatChooser(world.czechPoints.country)
    this.#snapshot = dayNumber(world.dates.res)
    const { stream } = world
    this.#stream = {
      base: stream('cz'),
      ico: stream('cz-ico'),
      names: stream('cz-names'),
      others: stream('cz-others'),
      seats: stream('cz-seats'),
    }
  }

  numberAt(place: number): number {
    return scramble(place, this.count)
  }

  kindOf(number: number): CzechKind {
    const { res, vrOnly } = this.#world.plan
    let left = number - res.liveFirms
    if (left < 0) return 'firm'
    if ((left -= res.goneFirms) < 0) return 'gone'
    if ((left -= vrOnly) < 0) return 'forgotten'
    return left < res.liveTraders ? 'trader' : 'ended'
  }

  /** The form alone, cheaply: many who are not in the public registers are passed over. */
  formOf(number: number, kind: CzechKind): CzechForm {
    return this.#drawForm(number, kind === 'trader' || kind === 'ended', this.#stream.base(number))
  }

  icoAt(place: number, number: number): string {
    const kind = this.traps.wrongCheckDigit(number) ? 'wrong' : 'right'
    const shared = number < this.#world.plan.res.liveFirms && this.traps.sharedIco(number)
    return icoText(shared ? SHARED_FIRST_SEVEN + number : this.#icos.at(place, this.#stream.ico(number)), kind)
  }

  /** When a trader of whom nothing else is known ended. */
  endOf(number: number): number {
    return this.#snapshot - 5 - this.#stream.base(number).below(FOUR_YEARS)
  }

  at(place: number): CzechSubject {
    const number = this.numberAt(place)
    const kind = this.kindOf(number)
    const random = this.#stream.base(number)
    const natural = kind === 'trader' || kind === 'ended'
    const form = this.#drawForm(number, natural, random)
    const ended = this.#end(kind, random)
    const last = ended ?? this.#snapshot - 15
    const point = this.#point(number, natural, form, this.#stream.seats(number))
    const found = this.#world.czechPoints.at(point)
    return {
      ico: this.icoAt(place, number),
      number,
      kind,
      form,
      name: this.#name(number, natural, form, found),
      founded: FIRST_DAY + Math.floor(random.fraction() ** 0.8 * (last - FIRST_DAY)),
      ended,
      seat: this.#seat(number, kind, found),
    }
  }

  #point(number: number, natural: boolean, form: CzechForm, random: Random): number {
    if (natural) {
      const isInPraha = this.traps.traderInPraha(this.numberInClass(number, 'trader'))
      return isInPraha ? this.#seats.homeInCapital(random) : this.#seats.home(random)
    }
    const local = this.#naming.local.get(form.code)
    if (local !== undefined && random.fraction() < local) return this.#seats.anyMunicipality(random)
    return this.traps.inPraha(number) ? this.#seats.firmInCapital(random) : this.#seats.firm(random)
  }

  #drawForm(number: number, natural: boolean, random: Random): CzechForm {
    if (natural) return czechTraderForm(random)
    if (number < TRAPPED_FIRMS || this.#isNamesake(number)) return LIMITED_COMPANY
    if (this.isLarge(number)) return largeForm(random)
    const drawn = czechFirmForm(this.#world.stream.model)(random)
    return (this.#world.stream.model === 1 ? undefined : FORM_OF_EACH_REGISTER[number - TRAPPED_FIRMS]) ?? drawn
  }

  #end(kind: CzechKind, random: Random): number | null {
    if (kind === 'firm' || kind === 'trader') return null
    if (kind === 'forgotten') return this.#snapshot - FOUR_YEARS - 30 - random.below(6_000)
    return this.#snapshot - 5 - random.below(FOUR_YEARS)
  }

  #name(number: number, natural: boolean, form: CzechForm, point: CzechPoint): string {
    const random = this.#stream.names(number)
    if (natural) return this.#naming.trader(this.#naming.person(random), 0, random)
    if (this.#isNamesake(number)) return `${this.#firstWordOfLarge(number, point)}, s.r.o.`
    const nameOf = this.isLarge(number) ? czechLargeName : this.#naming.firm
    return this.traps.nameWithTraps(number, nameOf(form.code, seatOf(point), random))
  }

  isLarge(number: number): boolean {
    return number < this.#world.plan.res.liveFirms && this.traps.largeSubject(number)
  }

  #isNamesake(number: number): boolean {
    return this.kindOf(number) === 'gone' && this.traps.namesakeOfLarge(this.numberInClass(number, 'gone'))
  }

  /** The first word of a name does not say where the company is, so any point will do. */
  #firstWordOfLarge(number: number, point: CzechPoint): string {
    const { liveFirms } = this.#world.plan.res
    let large = this.#stream.others(number).below(liveFirms)
    while (!this.isLarge(large)) large = (large + 1) % liveFirms
    return this.#name(large, false, this.formOf(large, 'firm'), point).split(' ')[0]!
  }

  #seat(number: number, kind: CzechKind, near: CzechPoint): CzechSeat {
    const traps = this.traps
    const natural = kind === 'trader' || kind === 'ended'
    if (this.#isOnlyText(number, kind)) {
      const text = this.#world.stream.model === 1 ? oldTextSeat(near) : textSeat(near, number)
      return { point: null, text, near }
    }
    if (natural) return { point: near, text: '', near }
    if (traps.foreignSeat(number)) {
      const { line, czech } = foreignSeat(this.#stream.seats(number))
      return { point: null, text: `${line}, ${czech}`, near }
    }
    return { point: traps.noAddress(number) ? null : near, text: '', near }
  }

  #isOnlyText(number: number, kind: CzechKind): boolean {
    const traps = this.traps
    if (kind === 'trader' || kind === 'ended') return traps.traderFreeText(this.numberInClass(number, 'trader'))
    return traps.freeText(number) || (kind === 'gone' && traps.goneFreeText(this.numberInClass(number, kind)))
  }

  /** An address key that the address register does not have, though RES says it does. */
  hasUnknownKey({ number, kind }: CzechSubject): boolean {
    return kind === 'trader'
      ? this.traps.traderUnknownKey(this.numberInClass(number, 'trader'))
      : this.traps.unknownKey(number)
  }

  /** Counted within the class, as traps count. */
  numberInClass(number: number, kind: CzechKind): number {
    const { res, vrOnly } = this.#world.plan
    if (kind === 'firm') return number
    const gone = number - res.liveFirms
    if (kind === 'gone') return gone
    if (kind === 'forgotten') return gone - res.goneFirms
    const trader = gone - res.goneFirms - vrOnly
    return kind === 'trader' ? trader : trader - res.liveTraders
  }

  hasUnknownFounding({ number, kind }: CzechSubject): boolean {
    return kind === 'firm' && this.traps.unknownFoundingDate(number)
  }

  hasUnknownEnd(number: number, kind: CzechKind): boolean {
    const nth = this.numberInClass(number, kind)
    return (kind === 'gone' && this.traps.goneUnknownEnd(nth)) || (kind === 'ended' && this.traps.endedUnknownEnd(nth))
  }

  /** Whether RES has a form for it that only the historical edition of list 56 names. */
  hasHistoricalForm({ number, kind }: CzechSubject): boolean {
    return kind === 'gone' && this.traps.goneHistoricalForm(this.numberInClass(number, kind))
  }

  lacksFoundingDate({ number, kind }: CzechSubject): boolean {
    return kind === 'trader'
      ? this.traps.traderNoFoundingDate(this.numberInClass(number, 'trader'))
      : this.traps.noFoundingDate(number)
  }
}
