/** A field to fill: the element, or a selector that is looked up in the form, then in the page. */
export type FieldTarget = Element | string

export type FieldMap = Readonly<Record<string, FieldTarget>>

/** Reads `postcode: #zip; town: [name=city]`. */
export function parseFields(text: string): FieldMap {
  const pairs = text.split(';').map((pair) => pair.trim())
  return Object.fromEntries(
    pairs.filter(Boolean).map((pair) => {
      const [, name, selector] = /^([\w-]+)\s*:\s*(.+)$/s.exec(pair) ?? []
      if (!name || !selector) throw new TypeError(`Cannot read the field "${pair}". Write it as "town: #town".`)
      return [name, selector]
    }),
  )
}

/** Writes picked values into the fields of a form, and remembers them. */
export class FieldFiller {
  readonly #input: HTMLInputElement
  readonly #fields: FieldMap
  readonly #filled = new Map<string, { readonly field: Element; readonly value: string }>()

  constructor(input: HTMLInputElement, fields: FieldMap, known: readonly string[]) {
    this.#input = input
    this.#fields = fields
    for (const name in fields)
      if (!known.includes(name)) throw new TypeError(`Unknown field "${name}". Use one of: ${known.join(', ')}.`)
  }

  hasOneOf(names: readonly string[]): boolean {
    return names.some((name) => name in this.#fields)
  }

  /** Fields that the values do not name stay as they are. */
  fill(values: Readonly<Record<string, string>>): void {
    for (const name in this.#fields) {
      const value = values[name]
      const field = value === undefined ? undefined : this.#find(this.#fields[name]!)
      if (!field || field === this.#input) continue
      writeField(field, value!)
      this.#filled.set(name, { field, value: read(field) })
    }
  }

  /** Empties what an earlier pick wrote and the person did not change: it would be wrong beside the new text. */
  empty(names: readonly string[]): void {
    for (const [name, { field, value }] of this.#filled)
      if (names.includes(name) && read(field) === value) writeField(field, '')
  }

  /** The person cannot see and correct these. */
  emptyHidden(): void {
    this.empty([...this.#filled.keys()].filter((name) => this.#filled.get(name)!.field.matches('[type=hidden]')))
  }

  forget(): void {
    this.#filled.clear()
  }

  #find(target: FieldTarget): Element | undefined {
    if (typeof target !== 'string') return target
    const root = this.#input.getRootNode() as ParentNode
    const found = this.#input.form?.querySelector(target) ?? root.querySelector(target)
    if (!found) reportError(new Error(`No field matches "${target}".`))
    return found ?? undefined
  }
}

function read(field: Element): string {
  return 'value' in field ? String(field.value) : (field.textContent ?? '')
}

function notify(field: Element): void {
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true, composed: true }))
}

/** Writes as if the person had typed, so that frameworks notice. */
export function writeField(field: Element, value: string): void {
  const before = read(field)
  writeValue(field, value)
  if (read(field) !== before) notify(field)
}

function writeValue(field: Element, value: string): void {
  if (field instanceof HTMLSelectElement) {
    const wanted = value.toLowerCase()
    const option = [...field.options].find((one) => [one.value, one.text].some((text) => text.toLowerCase() === wanted))
    if (option) field.value = option.value
  } else if ('value' in field) setValue(field, value)
  else field.textContent = value
}

/** Frameworks put a setter of their own on the element, which would hide the change from them. */
function setValue(field: Element, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
}
