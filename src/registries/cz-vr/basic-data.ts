import { toOneLine } from '../../stdx/to-one-line.ts'

/** The namespace of the documents. Each writer chooses its own prefix for it. */
export const NAMESPACE = 'http://wwwinfo.mfcr.cz/ares/xml_doc/schemas/ares/ares_answer_vreo/v_1.0.0'
export const ROOT = 'Ares_odpovedi'

/** The only element that is read. Persons are in its siblings Statutarni_organ and Jiny_organ. */
export const BASIC_DATA = 'Zakladni_udaje'

const FIELDS = [
  'Rejstrik',
  'ICO',
  'ObchodniFirma',
  'Kod_PF',
  'Nazev_PF',
  'DatumVzniku',
  'DatumZapisu',
  'DatumVymazu',
  'Sidlo/ruianKod',
  'Sidlo/stat',
  'Sidlo/psc',
  'Sidlo/obec',
  'Sidlo/castObce',
  'Sidlo/ulice',
  'Sidlo/cisloPop',
  'Sidlo/cisloOr',
  'Sidlo/cisloTxt',
  'Sidlo/text',
] as const

/** The names of these elements, and of their known siblings that are not read. */
export const BASIC_FIELDS = {
  read: FIELDS.map((field) => field.slice(field.lastIndexOf('/') + 1)),
  unread: ['Sidlo', 'PravniForma', 'Cinnosti', 'okres', 'mop'],
}

const SEAT = 'Sidlo'

export type BasicField = (typeof FIELDS)[number]

/**
 * The fields of one Zakladni_udaje, by the path inside it. Absent and empty fields are left out. If a field is
 * repeated, the first one counts.
 */
export type BasicData = ReadonlyMap<BasicField, string>

const FIELD_OF_PATH: ReadonlyMap<string, BasicField> = new Map<string, BasicField>([
  ...FIELDS.map((field) => [field, field] as const),
  // The legal form is directly in Zakladni_udaje or in an element of its own. Both forms were published.
  ['PravniForma/Kod_PF', 'Kod_PF'],
  ['PravniForma/Nazev_PF', 'Nazev_PF'],
])

/** Collects the fields of a document. Both readers use it, so they differ only in how they find elements. */
export class BasicDataBuilder {
  readonly #data = new Map<BasicField, string>()
  #hasSeat = false
  #isLaterSeat = false

  /**
   * Begins an element directly in Zakladni_udaje. A second seat must not complete the first, because a mixture of two
   * seats is no address.
   */
  begin(name: string): void {
    if (name === SEAT) this.#isLaterSeat = this.#hasSeat
  }

  /** An element without child elements, by the names from Zakladni_udaje (excluded) down to it. */
  leaf(path: readonly string[], text: string): void {
    if (path.length === 0 || 2 < path.length) return
    const field = FIELD_OF_PATH.get(path.length === 1 ? path[0]! : `${path[0]!}/${path[1]!}`)
    if (field === undefined || this.#data.has(field)) return
    const isSeat = path[0] === SEAT
    if (isSeat && this.#isLaterSeat) return
    const value = toOneLine(text)
    if (value === '') return
    this.#data.set(field, value)
    if (isSeat) this.#hasSeat = true
  }

  build(): BasicData {
    return this.#data
  }
}
