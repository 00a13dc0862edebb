import { createPart, createStyled } from './list-styles.ts'
import { placeList } from './place-list.ts'

/** An option of the list. */
export interface Choice extends Description {
  /** Unique in the page, and the same for the same record in every list of the input. */
  readonly id: string
  readonly onclick: () => void
}

/** What an option shows. */
export interface Description {
  readonly label: string
  /** The parts of the label that are highlighted. */
  readonly highlights: readonly { readonly start: number; readonly end: number }[]
  readonly note: string
}

export interface SuggestionList {
  /** Hidden while it is closed. */
  readonly element: HTMLElement
  readonly listbox: HTMLElement
  /**
   * The foot is the message of a list without choices, or the attribution of its sources. The hint stands in a line of
   * its own, so that it never shortens the attribution. The notice stands above the choices, and says what limits them.
   */
  readonly show: (foot: string, choices?: readonly Choice[], hint?: string, notice?: string) => void
  readonly close: () => void
  /** Only screen readers perceive it. */
  readonly announce: (text: string) => void
}

/**
 * The list below an input. The listbox and its options stand in the tree of the input, because ARIA references do not
 * cross into a shadow root; their looks stand in shadow roots, because styles of the page do not cross into one.
 */
export function createList(input: HTMLElement, ariaLabel: string, lang: string, signal: AbortSignal): SuggestionList {
  const id = `regista-${++lists}`
  const slot = document.createElement('slot')
  const foot = createPart('foot')
  const hintPart = createPart('hint')
  const noticePart = createPart('notice')
  const element = createStyled('regista-list', createPart('box', noticePart, slot, foot, hintPart))
  const status = document.createElement('regista-status')
  const listbox = document.createElement('regista-options')
  Object.assign(listbox, { id, role: 'listbox', ariaLabel })
  Object.assign(element, { popover: 'manual', hidden: true })
  Object.assign(status, { role: 'status', lang })
  // Content security policies allow styles that a script sets.
  status.style.cssText = 'position:fixed;clip-path:inset(50%)'
  element.append(listbox)
  join()

  /** Beside the input, so that it is in the same dialog or shadow root; outside its label, which would read it out. */
  function join(): void {
    const before = input.closest('label') ?? input
    if (element.parentNode !== before.parentNode) before.after(element, status)
  }

  const place = () => element.hidden || placeList(element, input)
  for (const target of [window, visualViewport!])
    for (const name of ['scroll', 'resize']) target.addEventListener(name, place, { capture: true, signal })
  signal.onabort = () => {
    element.remove()
    status.remove()
  }

  return {
    element,
    listbox,
    show(text, choices = [], hint = '', notice = '') {
      listbox.replaceChildren(...choices.map(createOption))
      // An empty slot would still have its padding.
      slot.hidden = !choices.length
      foot.textContent = text
      hintPart.textContent = hint
      noticePart.textContent = notice
      join()
      element.hidden = false
      // The browser has closed an open list that the page has moved.
      element.togglePopover(true)
      slot.scrollTop = 0
      place()
    },
    close() {
      if (element.hidden) return
      listbox.replaceChildren()
      element.hidePopover()
      element.hidden = true
    },
    announce(text) {
      status.textContent = text
    },
  }
}

let lists = 0

function createOption({ label, highlights, note, ...properties }: Choice): HTMLElement {
  const titlePart = createPart('title')
  let from = 0
  for (const { start, end } of highlights) {
    titlePart.append(label.slice(from, start), createPart('match', label.slice(start, end)))
    from = end
  }
  titlePart.append(label.slice(from))
  const option = createStyled('regista-option', createPart('option', titlePart, createPart('note', note)))
  return Object.assign(option, properties, { role: 'option' })
}

/** A line of the list. */
export function joinPresent(...parts: readonly unknown[]): string {
  return parts.filter(Boolean).join(' · ')
}
