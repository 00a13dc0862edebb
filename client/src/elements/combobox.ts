import type { SuggestionList } from './suggestion-list.ts'

/**
 * `typed`: the person changed the text. `asked`: the person wants suggestions for the text as it is. `escape`: the list
 * is unwanted. `leave`: the focus or the form goes elsewhere. `replaced`: by a reset of the form, or by autofill.
 */
export type ComboboxEvent = 'typed' | 'asked' | 'escape' | 'leave' | 'replaced'

/**
 * Keyboard, pointer and ARIA of an input with a list of suggestions (ARIA 1.2 combobox, manual selection). `onEvent`
 * returns true if Enter must not submit the form. Returns a function to call after the list was opened, closed or
 * filled.
 */
export function bindCombobox(
  input: HTMLInputElement,
  { element, listbox }: SuggestionList,
  signal: AbortSignal,
  onEvent: (event: ComboboxEvent) => boolean,
  onPick: (index: number) => void,
): () => void {
  const aria: Record<string, string> = { role: 'combobox', 'aria-autocomplete': 'list', 'aria-controls': listbox.id }
  let active = -1

  function activate(index: number): void {
    const options = [...listbox.children]
    active = index
    for (const option of options) option.ariaSelected = `${option === options[index]}`
    options[index]?.scrollIntoView({ block: 'nearest' })
    aria['aria-activedescendant'] = options[index]?.id ?? ''
    aria['aria-expanded'] = `${!element.hidden}`
    for (const name in aria) input.setAttribute(name, aria[name]!)
  }

  /** Returns whether the key has done its work. */
  function press({ key, altKey }: KeyboardEvent): boolean {
    const step = Number(key === 'ArrowDown') - Number(key === 'ArrowUp')
    const places = listbox.children.length + 1
    if (key === 'Enter') {
      // Without an active option, Enter may submit the form.
      if (active < 0) return onEvent('leave')
      onPick(active)
      return true
    }
    if (element.hidden) {
      if (step) onEvent('asked')
      return step !== 0
    }
    if (key === 'Escape' || (altKey && step < 0)) onEvent('escape')
    // Between the last and the first option stands the input itself, without an active option.
    else if (step) activate(((active + 1 + step + places) % places) - 1)
    else return false
    return true
  }

  const on = (target: EventTarget, name: string, listener: (event: Event) => void): void =>
    target.addEventListener(name, listener, { signal })

  on(input, 'keydown', (event) => {
    // Keys belong to the input method while it composes. Some phones compose every word, so searching goes on.
    if ((event as KeyboardEvent).isComposing || !press(event as KeyboardEvent)) return
    event.preventDefault()
    // Escape closes the list only, not the dialog around it.
    event.stopPropagation()
  })
  on(input, 'input', (event) => {
    // Enter must not pick an option of an older text.
    activate(-1)
    // Values that a script or the browser's autofill sets have no input type, and need no suggestions.
    if ((event as InputEvent).inputType) onEvent('typed')
    else if (event.isTrusted) onEvent('replaced')
  })
  on(input, 'blur', () => onEvent('leave'))
  // The focus stays in the input.
  on(element, 'mousedown', (event) => event.preventDefault())
  on(listbox, 'click', ({ target }) => {
    const index = [...listbox.children].indexOf(target as Element)
    if (0 <= index) onPick(index)
  })
  on(input.getRootNode(), 'reset', ({ target }) => target === input.form && onEvent('replaced'))
  // The token of the page stays: it names the purpose of the field (WCAG 1.3.5). The browser's own list may cover ours
  // only until the text differs from all that the browser knows.
  if (!input.hasAttribute('autocomplete')) input.autocomplete = 'off'
  signal.addEventListener('abort', () => {
    for (const name in aria) input.removeAttribute(name)
  })
  activate(-1)
  return () => activate(-1)
}
