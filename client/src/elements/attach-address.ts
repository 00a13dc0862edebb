import { type Address, type AddressComponents, findHighlights } from '../index.ts'
import { loadVerification } from '../load-verification.ts'
import { type AddressField, isBehind, listAddressValues } from './address-values.ts'
import { type FieldTarget, findField, notify, type Values } from './fill-fields.ts'
import { createNear, type Near } from './near-position.ts'
import { joinPresent } from './suggestion-list.ts'
import { type Attachment, createWidget, type Widget, type WidgetOptions } from './widget.ts'

export interface AddressOptions extends WidgetOptions {
  readonly fields?: { readonly [name in AddressField]?: FieldTarget } | undefined
  /** Default: `address`, the whole address in one line. */
  readonly value?: AddressField | undefined
  /** Streets and places near it come first among equals. It is rounded to 0.01 degree before it is sent. */
  readonly near?: Near | undefined
  /** Compares an address that was typed without a pick with the register, for 1 unit, and proposes the right one. */
  readonly verify?: boolean | undefined
}

/**
 * Suggests addresses at an input. A picked street or place stands in the input, with the caret where the house number
 * belongs. It fills what is known of all its houses, and the list shows them.
 */
export function attachAddress(input: HTMLInputElement, options: AddressOptions): Attachment {
  /** The street that the person is in, and its name in two parts. */
  let street: Address | undefined
  let title = ''
  let rest = ''
  /** The text of the input since a house was picked. */
  let house = ''
  const readNear = createNear(options.near)

  const widget: Widget = createWidget<Address>(
    input,
    {
      value: 'address',
      example: ({ house }) => house,
      exampleInInput: true,
      onFocus: readNear,
      search: (query, call) => options.regista.suggestAddresses({ ...query, near: readNear() }, call),
      // The town stands in a field of its own, but a street is found by its name and town.
      // The text behind a picked house is a flat or a remark.
      readQuery: () => (street ? input.value.trim() + rest : house ? '' : undefined),
      arrange(items) {
        // The API has no parameter for a town, so only the order of the answer changes. The town as words of the query
        // would hide the streets of all other towns, and cost a second search where it has no such street.
        const place = `${widget.filler.read('town')} ${widget.filler.read('postcode').replace(/\s/g, '')}`
        const countMatches = ({ name }: Address) => findHighlights(splitName(name)[1], place).length
        return items.filter(({ id }) => id !== street?.id).sort((a, b) => countMatches(b) - countMatches(a))
      },
      describe({ name, address }, typed, { allNumbers }) {
        const [label, more] = splitName(name)
        const highlights = findHighlights(name, typed).filter(({ end }) => end <= label.length)
        return { label, highlights, note: joinPresent(more.slice(2), !isHouse(address) && allNumbers) }
      },
      pick: (item) => (isHouse(item.address) ? pickHouse(item) : pickStreet(item)),
      onEvent(event) {
        if (event === 'asked' || !isBehind(house, input.value)) house = ''
        if (!street || event === 'asked' || event === 'escape') return
        const [before, number] = input.value.split(title, 2)
        // A comma begins another address.
        const isInStreet = !before && /^( [^,]*)?$/.test(number!)
        if (isInStreet && event === 'typed') return
        if (isInStreet && event === 'leave') fillStreet(street, number!.trim())
        street = undefined
      },
    },
    options,
  )

  function fill(item: Address, values: Values): void {
    street = undefined
    const { number } = options.fields ?? {}
    // Some shops have a field for the number. Without it, the number stands behind the street.
    const isLacking = number && !findField(input, number)
    widget.fill(isLacking ? { ...values, street: values['street-line'] } : values)
    widget.dispatch('pick', { suggestion: item, values })
  }

  function pickHouse(item: Address): void {
    fill(item, listAddressValues(item))
    house = input.value
  }

  function pickStreet(item: Address): void {
    const known = listKnownValues(item)
    street = item
    ;[title, rest] = splitName(item.name)
    widget.filler.empty((name) => !(name in known))
    widget.filler.fill(known)
    widget.write(`${title} ${findTypedNumber(input.value, item.name)}`)
    widget.announce(widget.texts.houseNumber)
    widget.search(0)
  }

  /** Without a known house, the street and its town are still right, and so is the number as typed. */
  function fillStreet(item: Address, number: string): void {
    const line = `${title} ${number}`.trim()
    const values = { ...listKnownValues(item), 'street-line': line, street: title, address: line + rest }
    // Without a number here, one that was typed into its own field stays.
    fill(item, number ? { ...values, number } : values)
  }

  // Without the second file the form works as without the option.
  if (options.verify)
    void loadVerification()
      .then(({ attach }) => attach(input, { ...options, ...widget, choose: pickHouse, findField, isBehind, notify }))
      .catch(() => {})

  return widget
}

/** What all houses of a street or place share. A street with several postal codes has none. */
function listKnownValues(item: Address): Values {
  return Object.fromEntries(Object.entries(listAddressValues(item)).filter(([, value]) => value))
}

/** Only address points have an id in their register. */
function isHouse({ source_id: id }: AddressComponents): boolean {
  return id != null
}

/** `Hlavná 12, 04001 Košice` → `Hlavná 12` and `, 04001 Košice`. */
function splitName(name: string): readonly [title: string, rest: string] {
  const title = name.split(', ', 1)[0]!
  return [title, name.slice(title.length)]
}

/** The house number that was typed before the street was picked. Five digits are a postal code. */
function findTypedNumber(typed: string, name: string): string {
  const number = /(?<=[\s,])\d{1,4}[a-z]?(\/\w+)?(?=[\s,]|$)/i.exec(typed)?.[0] ?? ''
  return name.includes(number) ? '' : number
}
