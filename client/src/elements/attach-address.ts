import { type Address, findHighlights } from '../index.ts'
import { ADDRESS_FIELDS, type AddressField, listAddressValues, listStreetValues } from './address-values.ts'
import { FieldFiller } from './fill-fields.ts'
import { type Attachment, Widget, type WidgetOptions } from './widget.ts'

export type AddressOptions = WidgetOptions<AddressField>

/**
 * Suggests addresses at an input. A picked street or place does not fill the form yet: the caret moves to where the
 * house number belongs, and the list shows the houses there.
 */
export function attachAddress(input: HTMLInputElement, options: AddressOptions): Attachment {
  const { regista, fields = {}, value = 'address' } = options
  const filler = new FieldFiller(input, fields, ADDRESS_FIELDS)
  let street: Address | undefined

  const widget = new Widget<Address>(input, options, {
    label: (texts) => texts.addresses,
    async search(query, call) {
      const answer = await regista.suggestAddresses(query, call)
      // The street that the person is in is no choice.
      return { ...answer, data: answer.data.filter(({ id }) => id !== street?.id) }
    },
    describe(item, typed) {
      const [title, note] = splitName(item)
      const highlights = findHighlights(item.name, typed).filter(({ end }) => end <= title.length)
      return { title, highlights, note, leadsOn: !isHouse(item) }
    },
    onPick(item) {
      if (isHouse(item)) pickHouse(item)
      else pickStreet(item)
    },
    onTyped: () => filler.emptyHidden(),
    onLeave(reason) {
      if (reason === 'reset') filler.forget()
      else if (street) fillStreet(street)
      street = undefined
    },
  })

  function pickHouse(item: Address): void {
    street = undefined
    fill(item, listAddressValues(item))
  }

  function fill(item: Address, values: Record<AddressField, string>): void {
    widget.close()
    widget.write(values[value])
    filler.fill(values)
    widget.announce(widget.texts.filled(values.address))
    widget.dispatch('pick', { suggestion: item, values })
  }

  function pickStreet(item: Address): void {
    const [title, note] = splitName(item)
    const start = `${title} ${findTypedNumber(input.value, item.name)}`
    street = item
    widget.write(note ? `${start}, ${note}` : start, start.length)
    widget.announce(widget.texts.number)
    widget.search(0)
  }

  /** Without a known house, the street and its town are still right, and so is what stands in the number's place. */
  function fillStreet(item: Address): void {
    const number = findNumberInText(input.value, item)
    if (number === undefined) return
    const [title, note] = splitName(item)
    const streetLine = `${title} ${number}`.trim()
    fill(item, {
      ...listAddressValues(item),
      ...listStreetValues(item.address, number),
      'street-line': streetLine,
      number,
      address: note ? `${streetLine}, ${note}` : streetLine,
    })
  }

  return { detach: () => widget.detach() }
}

/** Only address points have an id in their register. */
function isHouse({ address }: Address): boolean {
  return address.source_id != null
}

/** `Hlavná 12, 04001 Košice` → `Hlavná 12` and `04001 Košice`. */
function splitName({ name }: Address): readonly [title: string, note: string] {
  const comma = name.indexOf(', ')
  return comma < 0 ? [name, ''] : [name.slice(0, comma), name.slice(comma + 2)]
}

/** The house number that was typed before the street was picked. Five digits are a postal code. */
function findTypedNumber(typed: string, name: string): string {
  const numbers = typed.match(/(?<![^\s,])\d+[a-z]?(\/\d+[a-z]?)?(?![^\s,])/gi) ?? []
  return numbers.find((number) => !name.includes(number) && !/^\d{5}$/.test(number)) ?? ''
}

/** What stands between a street and its town, or undefined if the text is no longer about that street. */
function findNumberInText(text: string, item: Address): string | undefined {
  const [title, note] = splitName(item)
  if (!text.startsWith(title) || !text.endsWith(note)) return undefined
  return text.slice(title.length, text.length - note.length).replace(/^\s+|[\s,]+$/g, '')
}
