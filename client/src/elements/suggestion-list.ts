import { attachStyledShadow, LIST_STYLES, OPTION_STYLES, STATUS_STYLES } from './list-styles.ts'
import { placeList } from './place-list.ts'

/** A suggestion as the list shows it. */
export interface Choice {
  readonly title: string
  /** The parts of the title that are highlighted. */
  readonly highlights: readonly { readonly start: number; readonly end: number }[]
  readonly note: string
  /** Picking it leads to more suggestions. */
  readonly leadsOn: boolean
}

/**
 * The list below an input. The listbox and its options stand in the tree of the input, because ARIA references do not
 * cross into a shadow root; their looks stand in shadow roots, because styles of the page do not cross into one.
 */
export class SuggestionList {
  readonly listbox = document.createElement('regista-options')
  readonly #host = document.createElement('regista-list')
  readonly #status = document.createElement('regista-status')
  readonly #message = newPart('message')
  readonly #sources = newPart('sources')
  readonly #input: HTMLInputElement
  readonly #place = () => placeList(this.#host, this.#input)
  #options: HTMLElement[] = []

  constructor(input: HTMLInputElement, { id, label, lang }: { id: string; label: string; lang: string }) {
    this.#input = input
    Object.assign(this.#host, { popover: 'manual', lang })
    const box = newPart('box')
    box.append(document.createElement('slot'), this.#message, this.#sources)
    attachStyledShadow(this.#host, LIST_STYLES).append(box)
    Object.assign(this.listbox, { id, role: 'listbox', ariaLabel: label })
    this.#host.append(this.listbox)
    attachStyledShadow(this.#status, STATUS_STYLES).append(document.createElement('slot'))
    Object.assign(this.#status, { role: 'status', lang })
    this.#join()
  }

  get isOpen(): boolean {
    return 'open' in this.#host.dataset
  }

  get length(): number {
    return this.#options.length
  }

  /** The number of the option that the event happened on, or -1. */
  indexOf(event: Event): number {
    return this.#options.indexOf(event.target as HTMLElement)
  }

  showChoices(choices: readonly Choice[], sources: string): void {
    this.#options = choices.map((choice, i) => newOption(choice, `${this.listbox.id}-${i}`))
    this.listbox.replaceChildren(...this.#options)
    this.#open('', sources)
    this.listbox.parentElement!.shadowRoot!.querySelector('slot')!.scrollTop = 0
  }

  showMessage(message: string): void {
    this.#options = []
    this.listbox.replaceChildren()
    this.#open(message, '')
    this.announce(message)
  }

  /** While newer suggestions are on their way, the older ones stay. */
  markBusy(isBusy: boolean): void {
    this.listbox.ariaBusy = `${isBusy}`
  }

  announce(text: string): void {
    this.#status.textContent = text
  }

  /** Returns the id of the option, or '' for none. */
  setActive(index: number): string {
    for (const [i, option] of this.#options.entries()) option.ariaSelected = `${i === index}`
    const active = this.#options[index]
    active?.scrollIntoView({ block: 'nearest' })
    return active?.id ?? ''
  }

  close(): void {
    if (!this.isOpen) return
    this.#options = []
    this.listbox.replaceChildren()
    delete this.#host.dataset.open
    this.#host.hidePopover?.()
    removeEventListener('scroll', this.#place, true)
    removeEventListener('resize', this.#place)
    visualViewport?.removeEventListener('resize', this.#place)
  }

  remove(): void {
    this.close()
    this.#host.remove()
    this.#status.remove()
  }

  #open(message: string, sources: string): void {
    setText(this.#message, message)
    setText(this.#sources, sources)
    this.#host.toggleAttribute('data-empty', message !== '')
    if (!this.isOpen) {
      this.#join()
      this.#host.dataset.open = ''
      this.#host.showPopover?.()
      addEventListener('scroll', this.#place, { capture: true, passive: true })
      addEventListener('resize', this.#place)
      visualViewport?.addEventListener('resize', this.#place)
    }
    this.#place()
  }

  /** Beside the input, so that it is in the same dialog or shadow root; outside its label, which would read it out. */
  #join(): void {
    const before = this.#input.closest('label') ?? this.#input
    if (this.#host.parentNode !== before.parentNode) before.after(this.#host, this.#status)
  }
}

function newOption({ title, highlights, note, leadsOn }: Choice, id: string): HTMLElement {
  const option = document.createElement('regista-option')
  Object.assign(option, { id, role: 'option', ariaSelected: 'false' })
  option.toggleAttribute('data-more', leadsOn)
  const box = newPart('option')
  const titlePart = newPart('title')
  let from = 0
  for (const { start, end } of highlights) {
    titlePart.append(title.slice(from, start), newPart('match', title.slice(start, end)))
    from = end
  }
  titlePart.append(title.slice(from))
  box.append(titlePart)
  if (note) box.append(newPart('note', note))
  attachStyledShadow(option, OPTION_STYLES).append(box)
  return option
}

function newPart(name: string, text = ''): HTMLElement {
  const part = document.createElement(name === 'match' ? 'span' : 'div')
  part.setAttribute('part', name)
  part.textContent = text
  return part
}

function setText(part: HTMLElement, text: string): void {
  part.textContent = text
  part.hidden = text === ''
}
