import { type Address, findHighlights } from '../index.ts'
import { type AddressField, listAddressValues } from './address-values.ts'
import type { FieldTarget, Values } from './fill-fields.ts'
import { type Attachment, createWidget, type WidgetOptions } from './widget.ts'

export interface AddressOptions extends WidgetOptions {
  readonly fields?: { readonly [name in AddressField]?: FieldTarget } | undefined
  /** Default: `address`, the whole address in one line. */
  readonly value?: AddressField | undefined
}

/**
 * Suggests addresses at an input. A picked street or place does not fill the form yet: the caret moves to where the
 * house number belongs, and the list shows the houses there.
 */
export function attachAddress(input: HTMLInputElement, options: AddressOptions): Attachment {
  let street: Address | undefined

  const widget = createWidget<Address>(
    input,
    { ...options, value: options.value ?? 'address' },
    {
      search: (query, call) => options.regista.suggestAddresses(query, call),
      // The street that the person is in is no choice.
      isChoice: ({ id }) => id !== street?.id,
      describe(item, typed) {
        const [title, rest] = splitName(item)
        const highlights = findHighlights(item.name, typed).filter(({ end }) => end <= title.length)
        // A street or place leads to more suggestions.
        return { title, highlights, note: rest.slice(2) + (isHouse(item) ? '' : ' …') }
      },
      pick(item) {
        if (isHouse(item)) fill(item)
        else pickStreet(item)
      },
      onEvent(event) {
        if (!street || event === 'asked' || event === 'escape') return
        const number = readNumber(street)
        if (event === 'typed' && number !== undefined) return
        if (event === 'leave' && number !== undefined) fillStreet(street, number)
        street = undefined
      },
    },
  )

  function fill(item: Address, more: Values = {}): void {
    street = undefined
    const values = { ...listAddressValues(item), ...more }
    widget.fill(values)
    widget.dispatch('pick', { suggestion: item, values })
  }

  function pickStreet(item: Address): void {
    const [title, rest] = splitName(item)
    const start = `${title} ${findTypedNumber(input.value, item.name)}`
    street = item
    widget.write(start + rest, start.length)
    widget.announce(widget.texts.number)
    widget.search(0)
  }

  /** What stands in the number's place, or undefined if the text is no longer that of the street. */
  function readNumber(item: Address): string | undefined {
    const [title, rest] = splitName(item)
    const text = input.value
    if (!text.startsWith(title) || !text.endsWith(rest)) return undefined
    return text.slice(title.length, text.length - rest.length).trim()
  }

  /** Without a known house, the street and its town are still right, and so is the number as typed. */
  function fillStreet(item: Address, number: string): void {
    const [title, rest] = splitName(item)
    const line = `${title} ${number}`.trim()
    fill(item, { 'street-line': line, street: title, number, address: line + rest })
  }

  return widget
}

/** Only address points have an id in their register. */
function isHouse({ address }: Address): boolean {
  return address.source_id != null
}

/** `Hlavná 12, 04001 Košice` → `Hlavná 12` and `, 04001 Košice`. */
function splitName({ name }: Address): readonly [title: string, rest: string] {
  const title = name.split(', ', 1)[0]!
  return [title, name.slice(title.length)]
}

/** The house number that was typed before the street was picked. Five digits are a postal code. */
function findTypedNumber(typed: string, name: string): string {
  const number = /(?<=[\s,])\d{1,4}[a-z]?(\/\w+)?(?=[\s,]|$)/i.exec(typed)?.[0] ?? ''
  return name.includes(number) ? '' : number
}
