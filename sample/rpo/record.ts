import type { SlovakCompanies, SlovakCompany, Spell } from '../companies/slovak-companies.ts'
import { dayText, placeholderDay } from '../days.ts'
import { jsonString } from '../files/json.ts'
import { brand } from '../names/brands.ts'
import type { SlovakPoints } from '../points/slovak-points.ts'
import type { Stream, Streams } from '../streams.ts'
import { activitiesJson, equitiesJson, sourceRegisterJson, statisticalCodesJson } from './business.ts'
import { personsJson, relationsJson } from './persons.ts'
import { foreignSeatJson, seatJson, spellJson } from './seat.ts'
import { lifeOf, statusesJson } from './statuses.ts'

/** Writes companies as the register's records: what is empty is absent. */
export class RecordWriter {
  readonly #companies: SlovakCompanies
  readonly #points: SlovakPoints
  readonly #stream: Stream
  readonly #order: Stream
  readonly #isModel1: boolean

  constructor(companies: SlovakCompanies, points: SlovakPoints, stream: Streams) {
    this.#companies = companies
    this.#points = points
    this.#stream = stream('rpo-record')
    this.#order = stream('rpo-order')
    this.#isModel1 = stream.model === 1
  }

  /** One record, mostly on one line. */
  json(company: SlovakCompany): string {
    const { traps } = this.#companies
    const { number } = company
    if (this.#companies.isHelper(number)) return this.#helperJson(company)
    const random = this.#stream(number)
    const codelist = (code: string) => (traps.codeWithoutCodelist(number) ? '' : `,"codelistCode":"${code}"`)
    const fields = [`"id":${company.id}`]
    if (!traps.noModificationDate(number)) fields.push(`"dbModificationDate":"${dayText(company.modified)}"`)
    fields.push(...this.#identityFields(company))
    if (!traps.noLegalForm(number)) {
      const { label, code } = company.form
      const value = `{"value":${jsonString(label)},"code":"${code}"${codelist('CL000056')}}`
      fields.push(`"legalForms":[{"value":${value},${spellJson(lifeOf(company))}}]`)
    }
    const statuses = statusesJson(company, this.#companies.nthDissolved(number), traps)
    if (statuses.length !== 0) fields.push(`"legalStatuses":[${statuses.join(',')}]`)
    if (!traps.noEstablishment(number)) {
      const established = traps.unknownEstablishment(number) ? placeholderDay(number) : company.established
      fields.push(`"establishment":"${dayText(established)}"`)
    }
    if (company.dissolved !== null) {
      const nth = this.#companies.nthDissolved(number)
      const day = 0 <= nth && traps.unknownTermination(nth) ? placeholderDay(nth) : company.dissolved
      fields.push(`"termination":"${dayText(day)}"`)
    }
    fields.push(activitiesJson(company, random))
    if (random.fraction() < 0.12) fields.push(`"otherLegalFacts":[{"value":${FACT},${spellJson(lifeOf(company))}}]`)
    if (company.form.code === '112' || company.form.code === '121') fields.push(equitiesJson(company))
    if (!traps.noRegister(number)) fields.push(sourceRegisterJson(company, codelist('CL010112'), random))
    fields.push(statisticalCodesJson(company, traps.oldActivityCodelist(number) ? 'CL005205' : 'CL010579', random))
    if (traps.organizationUnits(number)) fields.push(this.#unitsJson(company))
    fields.push(...relationsJson(company, random))
    if (company.person === null) fields.push(...personsJson(company, this.#companies, this.#points, random))
    if (!this.#isModel1) fields.push(`"containsInconsistency":${traps.containsInconsistency(number)}`)
    return traps.writtenOverLines(number) ? `{\n  ${fields.join(',\n  ')}\n}` : `{${fields.join(',')}}`
  }

  /** Neither ICO nor register: extracts need such an entry, but it is no company. */
  #helperJson(company: SlovakCompany): string {
    const names = company.names.map(valueJson).join(',')
    const establishment = `"establishment":"${dayText(company.established)}"`
    return (
      `{"id":${company.id},"fullNames":[${names}],"addresses":[${this.#seats(company)}],${establishment},` +
      '"containsInconsistency":false}'
    )
  }

  #identityFields(company: SlovakCompany): string[] {
    const { traps } = this.#companies
    const { number } = company
    const fields: string[] = []
    if (company.icos.length !== 0) {
      const icos = company.icos.map((value, i) => this.#icoSpell(company, value, i))
      fields.push(`"identifiers":[${icos.map(valueJson).join(',')}]`)
    }
    if (!traps.noName(number)) fields.push(`"fullNames":[${this.#history(company, company.names, valueJson)}]`)
    if (!traps.noAddress(number)) fields.push(`"addresses":[${this.#seats(company)}]`)
    if (traps.alternativeName(number)) {
      const name = brand(this.#order(number))
      fields.push(
        `"alternativeNames":[${valueJson({ value: name, from: company.established, to: company.dissolved })}]`,
      )
    }
    return fields
  }

  #icoSpell(company: SlovakCompany, value: string, nth: number): Spell<string> {
    const last = nth === company.icos.length - 1
    const changed = company.established + 200
    if (company.icos.length === 1) return { value, from: company.established, to: company.dissolved }
    return last
      ? { value, from: changed + 1, to: company.dissolved }
      : { value, from: company.established, to: changed }
  }

  #seats(company: SlovakCompany): string {
    const { traps } = this.#companies
    const { number } = company
    const last = company.seats.length - 1
    const style = traps.seatStyle(number, company.form.register)
    const abroad = traps.foreignSeat(number) ? company.seats[last] : undefined
    return this.#history(company, company.seats, (seat) => {
      if (seat.from === abroad?.from) return foreignSeatJson(seat, this.#order(number + 1))
      return seatJson({ ...seat, value: this.#points.at(seat.value) }, number, traps, style)
    })
  }

  /**
   * A history in any order: oldest first, newest first, now and then neither; some with ends before their beginnings.
   */
  #history<T>(company: SlovakCompany, spells: readonly Spell<T>[], write: (spell: Spell<T>) => string): string {
    const { traps } = this.#companies
    const order = this.#order(company.number).fraction()
    let written = [...spells]
    if (traps.reversedValidity(company.number)) {
      const first = written[0]!
      // An entry that was over before it began, beside the one that counts.
      written.unshift({ value: first.value, from: first.from, to: first.from - 90 })
    }
    if (traps.unknownValidTo(company.number)) {
      const first = written[0]!
      written.unshift({ value: first.value, from: first.from, to: placeholderDay(company.number) })
    }
    if (traps.unknownValidFrom(company.number)) written[0] = { ...written[0]!, from: placeholderDay(company.number) }
    if (traps.conflictingDuplicates(company.number)) {
      const current = written.at(-1)!
      written.push({ ...current, from: current.from - 1 })
    }
    if (order < 0.45) written = written.reverse()
    else if (order < 0.5 && 2 < written.length) written = [written[1]!, written[0]!, ...written.slice(2)]
    return written.map(write).join(',')
  }

  #unitsJson(company: SlovakCompany): string {
    const { traps } = this.#companies
    const name = `${company.names[0]!.value} - prevádzka`
    const spell = spellJson(lifeOf(company))
    const seat = seatJson(
      { ...lifeOf(company), value: this.#points.at(company.seats[0]!.value) },
      999,
      traps,
      traps.seatStyle(company.number, company.form.register),
    )
    return (
      `"organizationUnits":[{"id":${company.id + 50_000_000},"fullNames":[{"value":${jsonString(name)},${spell}}],` +
      `"addresses":[${seat}],"establishment":"${dayText(company.established)}"}]`
    )
  }
}

const FACT = '"Zápis bol vykonaný na základe zmluvy v zmysle príslušných ustanovení Obchodného zákonníka."'

function valueJson(spell: Spell<string>): string {
  return `{"value":${jsonString(spell.value)},${spellJson(spell)}}`
}
