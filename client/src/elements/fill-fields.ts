/** An input, textarea, select or output. */
export type Field = Element & { value: string }

/** A field to fill: the element, or a selector that is looked up in the form, then in the page. */
export type FieldTarget = Field | string

export type FieldMap = Readonly<Record<string, FieldTarget>>

/** Null is unknown, which empties the field. */
export type Values = Readonly<Record<string, string | number | null | undefined>>

export interface FieldFiller {
  /** The value of the field that takes this value; empty without such a field. */
  readonly read: (name: string) => string
  /** Fields that the values do not name stay as they are. */
  readonly fill: (values: Values) => void
  /** Empties what an earlier pick wrote and the person did not change: it would be wrong beside the new text. */
  readonly empty: (isWanted: (name: string, field: Element) => boolean) => void
}

/** Reads `postcode: #zip; town: [name=city]`. */
export function parseFields(text: string): FieldMap {
  return Object.fromEntries([...text.matchAll(/([\w-]+)\s*:\s*([^;]+)/g)].map((match) => match.slice(1)))
}

/** The element of a target: in the form of the input, or in the page around it. */
export function findField(input: HTMLInputElement, target: FieldTarget | undefined): Field | null | undefined {
  if (typeof target !== 'string') return target
  return input.form?.querySelector<Field>(target) ?? (input.getRootNode() as ParentNode).querySelector<Field>(target)
}

/** Writes picked values into the fields of a form, and remembers them. */
export function createFiller(input: HTMLInputElement, fields: FieldMap): FieldFiller {
  const filled = new Map<string, readonly [field: Field, value: string]>()

  const find = (name: string) => findField(input, fields[name])

  return {
    read: (name) => find(name)?.value ?? '',
    fill(values) {
      for (const name in fields) {
        const field = name in values && find(name)
        if (!field) continue
        writeField(field, `${values[name] ?? ''}`)
        filled.set(name, [field, field.value])
      }
    },
    empty(isWanted) {
      for (const [name, [field, value]] of filled)
        if (isWanted(name, field) && field.value === value) writeField(field, '')
    },
  }
}

/** Writes as if the person had typed, so that frameworks notice. */
export function writeField(field: Field, value: string): void {
  const before = field.value
  // The browser's own setter: a framework's one on the element would hide the change from it.
  Reflect.set(Object.getPrototypeOf(field) as object, 'value', matchOption(field, value), field)
  if (field.value !== before) for (const name of ['input', 'change']) notify(field, name)
}

/** For a select, the value of the option with this value or text. A select without such an option stays as it is. */
function matchOption(field: Field, value: string): string {
  if (!(field instanceof HTMLSelectElement)) return value
  const isSame = (text: string) => text.toLowerCase() === value.toLowerCase()
  return [...field.options].find((option) => isSame(option.value) || isSame(option.text))?.value ?? field.value
}

export function notify(target: Element, name: string, detail?: unknown): void {
  target.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }))
}
