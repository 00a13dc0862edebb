import type { Random } from '../../src/stdx/random.ts'
import { dayNumber } from '../days.ts'
import { slovakLargeName } from '../names/large-names.ts'
import type { Naming } from '../names/naming.ts'
import { slovakNaming } from '../names/namings.ts'
import { type Person, personText } from '../names/people.ts'
import { TRAPPED_FIRMS } from '../traps.ts'
import type { World } from '../world.ts'
import { IcoSpace, icoText, SHARED_FIRST_SEVEN, SLOVAK_ICO_BLOCKS } from './ico.ts'
import { scramble } from './scramble.ts'
import { SeatChooser, seatOf } from './seat-chooser.ts'
import {
  dissolvedForm,
  LIMITED_COMPANY,
  largeForm,
  liveFirmForm,
  liveTraderForm,
  permitForm,
  SELF_EMPLOYED,
  type SlovakForm,
} from './slovak-forms.ts'
import { makeSlovakTraps, type SlovakTraps } from './slovak-traps.ts'

export interface SlovakCompany {
  /**
   * Live firms come first, then live traders, then dissolved ones, then those that only a daily brings. Traps go by it.
   */
  readonly number: number
  readonly id: number
  /** None: RPO keeps some records without. The last is the current one. */
  readonly icos: readonly string[]
  readonly form: SlovakForm
  /** For natural persons only. */
  readonly person: Person | null
  /** The oldest first. */
  readonly names: readonly Spell<string>[]
  /** Points of the address register, the oldest first. */
  readonly seats: readonly Spell<number>[]
  /** Days since 1970. */
  readonly established: number
  readonly dissolved: number | null
  readonly modified: number
}

/** A value and for how long it held: both days inclusive, no end while it still holds. */
export interface Spell<T> {
  readonly value: T
  readonly from: number
  readonly to: number | null
}

/** When helper records say that they were established. */
const HELPERS_BEGIN = dayNumber('1800-01-01')
const REGISTER_BEGINS = dayNumber('1991-01-01')

/** The companies of Slovakia, each a function of its place in the register's files. */
export class SlovakCompanies {
  readonly count: number
  readonly #world: World
  readonly traps: SlovakTraps
  readonly #naming: Naming
  readonly seatChooser: SeatChooser
  readonly #icos: IcoSpace
  readonly #room: number
  readonly #exportDay: number
  readonly #stream

  constructor(world: World) {
    const { liveFirms, liveTraders, dissolved, dailies, changesPerDaily } = world.plan.rpo
    this.#world = world
    this.count = liveFirms + liveTraders + dissolved
    this.#room = this.count + dailies * changesPerDaily
    this.traps = makeSlovakTraps(world.stream)
    this.#naming = slovakNaming(world.stream.model)
    this.seatChooser = new SeatChooser(world.slovakPoints.country)
    this.#icos = new IcoSpace(SLOVAK_ICO_BLOCKS, this.#room)
    this.#exportDay = dayNumber(world.dates.rpoInit)
    const { stream } = world
    this.#stream = {
      base: stream('rpo'),
      ico: stream('rpo-ico'),
      names: stream('rpo-names'),
      others: stream('rpo-others'),
      seats: stream('rpo-seats'),
    }
  }

  /**
   * Traps of dissolved companies count from the first of them; negative for those that live at the time of the init.
   */
  nthDissolved(number: number): number {
    const { liveFirms, liveTraders } = this.#world.plan.rpo
    return number - liveFirms - liveTraders
  }

  /** The record at a place of the init file, from 0. Places from `count` on are the new ones of dailies. */
  at(place: number): SlovakCompany {
    return this.#company(place < this.count ? scramble(place, this.count) : place, place)
  }

  #company(number: number, place: number): SlovakCompany {
    const random = this.#stream.base(number)
    const { liveFirms, liveTraders } = this.#world.plan.rpo
    const isNew = this.count <= number
    const firm = number < liveFirms || (isNew && number % 2 === 0)
    const gone = liveFirms + liveTraders <= number && !isNew
    const drawn = gone ? dissolvedForm(random) : firm ? liveFirmForm(random) : liveTraderForm(random)
    const isLiveTrader = !firm && !gone && !isNew
    const trapped = isLiveTrader && this.traps.traderForm001(number - liveFirms) ? SELF_EMPLOYED : drawn
    const subject = this.#subjectOf(number)
    const isSecond = subject !== number
    const kept = isSecond ? permitForm(random) : this.#isLarge(number) ? largeForm(random) : trapped
    const form = number < TRAPPED_FIRMS || this.#isNamesake(number) ? LIMITED_COMPANY : kept
    // Dissolved traders must have lived before: early years for them, all years for the others.
    const span = this.#exportDay - 40 - REGISTER_BEGINS
    const established = isNew
      ? this.#exportDay - 2
      : REGISTER_BEGINS + Math.floor(random.fraction() ** (gone ? 1.5 : 0.8) * span)
    const dissolved = gone
      ? established + 1 + Math.floor(random.fraction() * (this.#exportDay - 20 - established))
      : null
    const seats = this.#seatSpells(subject, form, established, dissolved)
    if (this.isHelper(number)) return this.#helper(number, place, form, seats.at(-1)!.value)
    const someone = form.natural ? this.#naming.person(this.#stream.names(subject)) : null
    return {
      number,
      id: 100 + place * 2 + random.below(2),
      icos: this.#icoTexts(number),
      form,
      person: someone,
      names:
        someone !== null && isSecond
          ? [{ value: personText(someone), from: established, to: dissolved }]
          : this.#nameSpells(number, form, someone, seats.at(-1)!.value, established, dissolved),
      seats,
      established,
      dissolved,
      modified: Math.max(dissolved ?? 0, this.#exportDay - 1 - Math.floor(random.fraction() ** 3 * 3_000)),
    }
  }

  /** The trader of whom this is another registration, with the same number, name and seat; else the company itself. */
  #subjectOf(number: number): number {
    const { liveFirms, liveTraders } = this.#world.plan.rpo
    let first = number
    while (liveFirms < first && first < liveFirms + liveTraders && this.traps.secondRegistration(first - liveFirms))
      first--
    return first
  }

  #isLarge(number: number): boolean {
    return number < this.#world.plan.rpo.liveFirms && this.traps.largeSubject(number) && !this.isHelper(number)
  }

  #isNamesake(number: number): boolean {
    const nth = this.nthDissolved(number)
    return 0 <= nth && number < this.count && this.traps.namesakeOfLarge(nth)
  }

  /** An entry that an extract needed: a second record of another company, which is no company itself. */
  isHelper(number: number): boolean {
    return number < this.#world.plan.rpo.liveFirms && this.traps.helperRecord(number)
  }

  #helper(number: number, place: number, form: SlovakForm, seat: number): SlovakCompany {
    const spell = <T>(value: T): Spell<T> => ({ value, from: HELPERS_BEGIN, to: null })
    return {
      number,
      id: 100 + place * 2,
      icos: [],
      form,
      person: null,
      names: [spell(this.#nameOfAnother(number))],
      seats: [spell(seat)],
      established: HELPERS_BEGIN,
      dissolved: null,
      modified: this.#exportDay - 1,
    }
  }

  #icoTexts(number: number): string[] {
    const traps = this.traps
    const subject = this.#subjectOf(number)
    if (traps.noIco(subject)) return []
    const own = traps.sameIcoAsAnother(subject) ? this.#subjectOf(subject - 1) : subject
    const kind = traps.wrongCheckDigit(own) ? 'wrong' : 'right'
    const current = icoText(this.#firstSeven(own), kind)
    if (!traps.changedIco(subject)) return [current]
    // The previous number was given by mistake and belongs to no company.
    return [icoText(8_000_000 + (subject % 500_000), 'right'), current]
  }

  #firstSeven(number: number): number {
    if (number < this.#world.plan.rpo.liveFirms && this.traps.sharedIco(number)) return SHARED_FIRST_SEVEN + number
    return this.#icos.at(scramble(number, this.#room), this.#stream.ico(number))
  }

  #seatSpells(number: number, form: SlovakForm, from: number, to: number | null): Spell<number>[] {
    const random = this.#stream.seats(number)
    const local = this.#naming.local.get(form.code)
    const isLocal = local !== undefined && !this.#isLarge(number) && random.fraction() < local
    const choose = () =>
      form.natural
        ? this.seatChooser.home(random)
        : isLocal
          ? this.seatChooser.anyMunicipality(random)
          : this.seatChooser.firm(random)
    const moves = random.fraction()
    const count = moves < 0.62 ? 1 : moves < 0.88 ? 2 : moves < 0.97 ? 3 : 4
    const points = Array.from({ length: count }, choose)
    if (number < TRAPPED_FIRMS) points[count - 1] = this.#inStreet(random)
    if (this.traps.bratislava(number)) points[count - 1] = this.seatChooser.inTown(isBratislava, random)
    if (this.traps.militaryDistrict(number)) points[count - 1] = this.seatChooser.inMilitaryDistrict(random)
    if (this.traps.kosice(number)) points[count - 1] = this.seatChooser.inTown(isKosice, random)
    return spells(points, from, to ?? this.#exportDay, to, random)
  }

  /** A point that has a street and both numbers. */
  #inStreet(random: Random): number {
    for (;;) {
      const point = this.seatChooser.inTown(() => true, random)
      const { street, registration, orientation } = this.#world.slovakPoints.at(point)
      if (street !== null && registration !== '' && orientation !== '') return point
    }
  }

  #nameSpells(
    number: number,
    form: SlovakForm,
    someone: Person | null,
    point: number,
    from: number,
    to: number | null,
  ): Spell<string>[] {
    const random = this.#stream.names(number + this.#room)
    const changes = random.fraction()
    const isOfAnother = someone === null && this.traps.formerNameOfAnother(number)
    const drawn = someone === null ? (changes < 0.76 ? 1 : changes < 0.95 ? 2 : 3) : changes < 0.9 ? 1 : 2
    const count = isOfAnother ? Math.max(2, drawn) : drawn
    const seat = seatOf(this.#world.slovakPoints.at(point))
    const nameOf = this.#isLarge(number) ? slovakLargeName : this.#naming.firm
    const values: string[] = []
    for (let i = 0; i < count; i++) {
      if (someone !== null) values.push(this.#naming.trader(someone, i, random))
      else values.push(nameOf(form.code, seat, random))
    }
    values[count - 1] = this.traps.nameWithTraps(number, values[count - 1]!)
    if (isOfAnother) values[0] = this.#nameOfAnother(number)
    if (this.#isNamesake(number)) values[count - 1] = `${this.#firstWordOfLarge(number)}, s.r.o.`
    return spells(values, from, to ?? this.#exportDay, to, random)
  }

  #firstWordOfLarge(number: number): string {
    const { liveFirms } = this.#world.plan.rpo
    let large = this.#stream.others(number).below(liveFirms)
    while (!this.#isLarge(large)) large = (large + 1) % liveFirms
    return this.#company(large, 0).names.at(-1)!.value.split(' ')[0]!
  }

  /** The present name of a live firm that has none of another's. Both may have given it up and taken it by turns. */
  #nameOfAnother(number: number): string {
    const { liveFirms } = this.#world.plan.rpo
    let other = (number + 1 + this.#stream.others(number).below(liveFirms - 1)) % liveFirms
    while (this.traps.formerNameOfAnother(other) || this.isHelper(other)) other = (other + 1) % liveFirms
    return this.#company(other, 0).names.at(-1)!.value
  }
}

/** Values one after the other: each ends the day before the next begins. */
function spells<T>(values: readonly T[], from: number, end: number, to: number | null, random: Random): Spell<T>[] {
  const starts = values.map((_, i) => {
    const part = (end - from) / values.length
    return i === 0 ? from : from + Math.floor(part * i + part * 0.8 * random.fraction())
  })
  return values.map((value, i) => {
    const next = starts[i + 1]
    return { value, from: starts[i]!, to: next === undefined ? to : next - 1 }
  })
}

const isBratislava = (name: string): boolean => name.startsWith('Bratislava-')
const isKosice = (name: string): boolean => name.startsWith('Košice-')
