import type { Address } from '../api-types.ts'
import type { isBehind } from '../elements/address-values.ts'
import type { FieldMap, findField, notify } from '../elements/fill-fields.ts'
import type { AddressParts, Country, Language, Regista } from '../regista.ts'
import { createHint } from './hint.ts'
import { verifyAddress } from './verify-address.ts'

/** What the widget of an input gives. Both files of the script know these names, so none of them is shortened. */
export interface VerifiedWidget {
  readonly regista: Regista
  readonly lang: Language
  /** Aborted when the widget is detached. */
  readonly signal: AbortSignal
  readonly fields?: FieldMap | undefined
  readonly value?: string | undefined
  readonly findCountry: () => Country | undefined
  /** Fills the form as a picked suggestion does. */
  readonly choose: (address: Address) => void
  /** Functions of the first file, which is there already. */
  readonly findField: typeof findField
  readonly isBehind: typeof isBehind
  readonly notify: typeof notify
}

const LENGTH_MIN = 5
/** Autofill writes one field after the other. */
const SETTLE_MS = 100

/** Verifies an address that was typed, pasted or filled by the browser, once the person has left its fields. */
export function attach(input: HTMLInputElement, widget: VerifiedWidget): void {
  const { regista, lang, signal, fields = {}, value = '', findCountry, choose, findField, isBehind, notify } = widget
  // The page may have removed the input while this file was loaded.
  if (signal.aborted) return
  const hint = createHint(input, lang, signal)
  const isStreet = value.startsWith('street')
  const others = isStreet ? ['town', 'postcode', value === 'street' ? 'number' : ''] : []
  /** What was verified already, or was written by the page or by a pick. */
  let known = readText()
  let picked = ''
  let isOff = false

  /** The fields of the address. If the input does not stand for a street, it has all of it. */
  function listFields() {
    const found = others.map((name) => [name, findField(input, fields[name])] as const)
    return [[isStreet ? 'street' : 'address', input] as const, ...found]
  }

  function readParts() {
    const parts = listFields().map(([name, field]) => [name, field?.value])
    return { ...(Object.fromEntries(parts) as AddressParts), country: findCountry(), lang }
  }

  function readText(): string {
    return JSON.stringify(readParts())
  }

  function clear(): void {
    known = ''
    delete input.dataset.regista
    hint.hide()
  }

  async function verify(): Promise<void> {
    const text = readText()
    const isPicked = picked && isBehind(picked, input.value)
    const isRefused = isOff || input.readOnly || !findCountry() || input.value.trim().length < LENGTH_MIN
    if (text === known || isPicked || isRefused || listFields().some(([, field]) => field?.matches(':focus'))) return
    known = text
    try {
      const reading = await verifyAddress(regista, readParts(), { signal })
      if (readText() !== text) return
      const { status, proposal, parts } = reading.data
      input.dataset.regista = status
      // To take the proposal would lose a flat or a firm.
      if (proposal && status !== 'exact' && !parts.other) {
        hint.show(proposal, () => {
          input.focus()
          choose(proposal)
        })
      }
      notify(input, 'regista-verified', reading)
    } catch {}
  }

  function onEvent({ type, target, isTrusted }: Event): void {
    if (target !== input.form && !listFields().some(([, field]) => field === target)) return
    const isOwn = type.startsWith('regista')
    if (isOwn) isOff = type.endsWith('error')
    const text = readText()
    if (text !== known || type === 'reset') clear()
    if (type === 'regista-pick') picked = input.value
    if (picked === input.value || !(isTrusted || isOwn)) known = text
    setTimeout(verify, SETTLE_MS)
  }

  for (const name of ['input', 'focusout', 'reset', 'regista-pick', 'regista-answer', 'regista-error'])
    input.getRootNode().addEventListener(name, onEvent, { signal })
  signal.addEventListener('abort', clear)
}
