import type { SuggestionList } from './suggestion-list.ts'

/**
 * `typed`: the person changed the text. `asked`: the person wants suggestions for the text as it is. `escape`: the list
 * is unwanted. `leave`: the focus or the form goes elsewhere. `replaced`: by a reset of the form, or by autofill.
 */
export type ComboboxEvent = 'typed' | 'asked' | 'escape' | 'leave' | 'replaced'

/**
 * Keyboard, pointer and ARIA of an input with a list of suggestions (ARIA 1.2 combobox, manual selection). `onEvent`
 * returns true if Enter must not submit the form; it never submits while the list is open. Returns a function to call
 * after the list was opened, closed or filled: the option with the id of the active one is active then. The function
 * returns true if the list lacks it.
 */
export function bindCombobox(
  input: HTMLInputElement,
  { element, listbox }: SuggestionList,
  signal: AbortSignal,
  onEvent: (event: ComboboxEvent) => boolean,
): () => boolean | undefined {
  const aria: Record<string, string> = { role: 'combobox', 'aria-autocomplete': 'list', 'aria-controls': listbox.id }
  let active: Element | undefined

  function activate(option?: Element): void {
    active = option
    for (const one of listbox.children) one.ariaSelected = `${one === option}`
    option?.scrollIntoView({ block: 'nearest' })
    aria['aria-activedescendant'] = option?.id ?? ''
    aria['aria-expanded'] = `${!element.hidden}`
    for (const name in aria) input.setAttribute(name, aria[name]!)
  }

  /** Returns something truthy if the key has done its work. */
  function press({ key, altKey }: KeyboardEvent): unknown {
    const step = Number(key === 'ArrowDown') - Number(key === 'ArrowUp')
    if (key === 'Enter') {
      // An answer may have replaced the list just before the key, so an open list keeps it from the form.
      const isOpen = !element.hidden
      if (active) (active as HTMLElement).click()
      else if (onEvent('leave')) return true
      return isOpen
    }
    if (element.hidden) {
      if (step) onEvent('asked')
    } else if (key === 'Escape' || (altKey && step < 0)) {
      onEvent('escape')
      return true
    } else if (step) {
      // Between the last and the first option stands the input itself, without an active option.
      const places = [undefined, ...listbox.children]
      activate(places.at((places.indexOf(active) + step) % places.length))
    }
    return step
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
    activate()
    const { data, inputType, isComposing } = event as InputEvent
    // The accent of a dead key waits for its letter, so the text is none that the person means.
    if (isComposing && /[\p{Sk}ˇˆ~°'"]$/u.test(data ?? '')) return
    // Values that a script or the browser's autofill sets have no input type, and need no suggestions.
    if (inputType) onEvent('typed')
    else if (event.isTrusted) onEvent('replaced')
  })
  on(input, 'blur', () => onEvent('leave'))
  // The focus stays in the input.
  on(element, 'mousedown', (event) => event.preventDefault())
  // A second Enter must not pick it again: the list of a picked street stays until that of its houses comes.
  on(listbox, 'click', () => activate())
  on(input.getRootNode(), 'reset', ({ target }) => target === input.form && onEvent('replaced'))
  // The token of the page stays: it names the purpose of the field (WCAG 1.3.5). The browser's own list may cover ours
  // only until the text differs from all that the browser knows.
  if (!input.hasAttribute('autocomplete')) input.autocomplete = 'off'
  signal.addEventListener('abort', () => {
    for (const name in aria) input.removeAttribute(name)
  })
  activate()
  return () => {
    const before = active
    activate([...listbox.children].find(({ id }) => id === before?.id))
    return before && !active
  }
}
