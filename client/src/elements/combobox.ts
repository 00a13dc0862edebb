import type { SuggestionList } from './suggestion-list.ts'

export interface ComboboxEvents {
  /** The person changed the text, or wants suggestions for it now. */
  readonly onText: (reason: 'typed' | 'asked') => void
  readonly onPick: (index: number) => void
  /** The focus left the input, or the form was reset. */
  readonly onLeave: (reason: 'left' | 'reset') => void
}

/** Keyboard, pointer and ARIA of an input with a list of suggestions (ARIA 1.2 combobox, manual selection). */
export class Combobox {
  readonly #input: HTMLInputElement
  readonly #list: SuggestionList
  readonly #events: ComboboxEvents
  readonly #listening = new AbortController()
  #active = -1

  constructor(input: HTMLInputElement, list: SuggestionList, events: ComboboxEvents) {
    this.#input = input
    this.#list = list
    this.#events = events
    Object.assign(input, { role: 'combobox', ariaAutoComplete: 'list', ariaExpanded: 'false' })
    input.setAttribute('aria-controls', list.listbox.id)
    if (!input.hasAttribute('autocomplete')) input.autocomplete = 'off'
    const { signal } = this.#listening
    input.addEventListener('input', (event) => this.#onInput(event), { signal })
    input.addEventListener('keydown', (event) => this.#onKey(event), { signal })
    input.addEventListener('blur', () => this.#leave('left'), { signal })
    // The focus stays in the input.
    list.listbox.parentElement!.addEventListener('mousedown', (event) => event.preventDefault(), { signal })
    list.listbox.addEventListener('click', (event) => this.#pick(list.indexOf(event)), { signal })
    const onReset = (event: Event) => event.target === input.form && this.#leave('reset')
    document.addEventListener('reset', onReset, { signal, capture: true })
  }

  /** After the list was opened or its content replaced. */
  refresh(): void {
    this.#activate(-1)
    this.#input.ariaExpanded = `${this.#list.isOpen}`
  }

  close(): void {
    this.#list.close()
    this.refresh()
  }

  detach(): void {
    this.#listening.abort()
    for (const name of ['role', 'aria-autocomplete', 'aria-expanded', 'aria-controls', 'aria-activedescendant'])
      this.#input.removeAttribute(name)
    this.#list.remove()
  }

  /** Values that a script or the browser's autofill sets have no input type, and need no suggestions. */
  #onInput(event: Event): void {
    if ((event as InputEvent).inputType && (event as InputEvent).inputType !== 'insertReplacementText')
      this.#events.onText('typed')
    else this.close()
  }

  #onKey(event: KeyboardEvent): void {
    const { key, altKey } = event
    // Keys belong to the input method while it composes. Some phones compose every word, so searching goes on.
    if (event.isComposing || event.ctrlKey || event.metaKey) return
    const { isOpen, length } = this.#list
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      if (altKey && key === 'ArrowUp') this.close()
      else if (!isOpen) this.#events.onText('asked')
      else if (length) this.#activate(nextIndex(this.#active, key === 'ArrowDown' ? 1 : -1, length))
    } else if (!isOpen) {
    } else if (key === 'Escape') {
      // It closes the list only, not the dialog around it.
      event.preventDefault()
      event.stopPropagation()
      this.close()
    } else if (key === 'Enter' && 0 <= this.#active) {
      event.preventDefault()
      this.#pick(this.#active)
    } else if (/^(Home|End|ArrowLeft|ArrowRight)$/.test(key)) this.#activate(-1)
  }

  #pick(index: number): void {
    if (0 <= index) this.#events.onPick(index)
  }

  #leave(reason: 'left' | 'reset'): void {
    this.close()
    this.#events.onLeave(reason)
  }

  #activate(index: number): void {
    this.#active = index
    const id = this.#list.setActive(index)
    if (id) this.#input.setAttribute('aria-activedescendant', id)
    else this.#input.removeAttribute('aria-activedescendant')
  }
}

/** Between the last and the first option stands the input itself, without an active option. */
function nextIndex(index: number, step: 1 | -1, length: number): number {
  const next = index + step
  return next < -1 ? length - 1 : next === length ? -1 : next
}
