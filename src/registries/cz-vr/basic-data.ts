import { toOneLine } from '../../stdx/to-one-line.ts'
import type { KnownFields } from '../file-description.ts'

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
  'Sidlo/cisloEv',
  'Sidlo/cisloOr',
  'Sidlo/cisloTxt',
  'Sidlo/text',
  'Sidlo/skrytyUdaj',
] as const

/**
 * The elements that hold a seat, in the order in which they count: natural persons may have a residence or a place of
 * stay in its place. All have the same fields. A seat that only says that it is hidden (`skrytyUdaj`) is one too: no
 * residence must be shown in its place.
 */
const SEATS = ['Sidlo', 'Bydliste', 'Pobyt'] as const
const [SEAT] = SEATS

/** The names of these elements, and why their known siblings are not read. */
export const BASIC_FIELDS: KnownFields = {
  read: FIELDS.map((field) => field.slice(field.lastIndexOf('/') + 1)),
  unread: {
    Sidlo: 'holds the fields of the seat',
    Bydliste: 'holds the fields of the seat',
    Pobyt: 'holds the fields of the seat',
    PravniForma: 'holds Kod_PF and Nazev_PF',
    Cinnosti: 'activities: no answer shows them',
    okres: 'the address point has it with its code',
    mop: 'the address point has it with its code',
    doplnujiciText: 'a remark on the seat, in any words',
    dorucovaciCislo: 'a postal box, not a place',
    DuvodVymazu: 'why the subject was deleted: no answer shows it',
    StatusVerejneProspesnosti: 'the public benefit of associations: no answer shows it',
  },
}

/** The element in place of `Sidlo`, which only natural persons have. It is no field of the documents. */
export const HOME = 'home'

export type BasicField = (typeof FIELDS)[number] | typeof HOME

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
  /** By the name of the element: the fields of the first one that has any. */
  readonly #seats = new Map<string, Map<BasicField, string>>()
  #seat: Map<BasicField, string> | undefined

  /**
   * Begins an element directly in Zakladni_udaje. A second seat must not complete the first, because a mixture of two
   * seats is no address.
   */
  begin(name: string): void {
    if (!SEATS.includes(name as never)) return
    this.#seat = new Map()
    if ((this.#seats.get(name)?.size ?? 0) === 0) this.#seats.set(name, this.#seat)
  }

  /** An element without child elements, by the names from Zakladni_udaje (excluded) down to it. */
  leaf(path: readonly string[], text: string): void {
    if (path.length === 0 || 2 < path.length) return
    const [first, second] = path as readonly [string, string?]
    const isSeat = second !== undefined && SEATS.includes(first as never)
    const field = FIELD_OF_PATH.get(second === undefined ? first : `${isSeat ? SEAT : first}/${second}`)
    const fields = isSeat ? this.#seat! : this.#data
    if (field === undefined || fields.has(field)) return
    const value = toOneLine(text)
    if (value !== '') fields.set(field, value)
  }

  build(): BasicData {
    const seats = SEATS.filter((name) => 0 < (this.#seats.get(name)?.size ?? 0))
    const name =
      seats.find((one) => [...this.#seats.get(one)!.keys()].some((field) => field !== 'Sidlo/stat')) ?? seats[0]
    if (name === undefined) return this.#data
    return new Map([...this.#data, ...this.#seats.get(name)!, ...(name === SEAT ? [] : ([[HOME, name]] as const))])
  }
}
