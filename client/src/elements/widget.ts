import { type Country, type Language, type Meta, type Regista, RegistaError } from '../index.ts'
import { isQuery } from '../query.ts'
import { Combobox } from './combobox.ts'
import { type FieldMap, writeField } from './fill-fields.ts'
import { SearchLoop } from './search-loop.ts'
import { type Choice, SuggestionList } from './suggestion-list.ts'
import { languageOf, TEXTS, type Texts } from './texts.ts'

export interface WidgetOptions<Field extends string> {
  readonly regista: Regista
  /** Read at every search. For another country than sk and cz there are no suggestions. */
  readonly country: Country | (() => string)
  /** Default: the language of the page around the input. */
  readonly lang?: Language | undefined
  /** The fields of the form that a pick fills. */
  readonly fields?: FieldMap & { readonly [name in Field]?: FieldMap[string] }
  /** What the input itself has after a pick. */
  readonly value?: Field | undefined
}

/** A widget on an input. Removing the input from the page for good needs `detach`. */
export interface Attachment {
  readonly detach: () => void
}

interface Answer<Item> {
  readonly data: readonly Item[]
  readonly meta: Meta
}

/** What addresses and companies have of their own. */
export interface Kind<Item> {
  readonly label: (texts: Texts) => string
  readonly search: (
    query: { readonly q: string; readonly country: Country; readonly lang: Language },
    options: { readonly signal: AbortSignal },
  ) => Promise<Answer<Item>>
  readonly describe: (item: Item, typed: string, texts: Texts) => Choice
  readonly onPick: (item: Item, widget: Widget<Item>) => void
  /** The person changes the text of the input. */
  readonly onTyped?: () => void
  readonly onLeave?: (reason: 'left' | 'reset', widget: Widget<Item>) => void
}

/** A loading message before this would only flicker. */
const LOADING_AFTER_MS = 350
/** The longest announced wait after which the widget searches again by itself. */
const RETRY_MAX_SECONDS = 30
/** Codes of errors that no retry cures while the page is open. */
const LASTING = ['forbidden', 'origin_not_allowed', 'scope_not_allowed', 'unauthorized']

let widgets = 0

/** Connects typing, searching and the list. */
export class Widget<Item> {
  readonly input: HTMLInputElement
  readonly texts: Texts
  readonly #kind: Kind<Item>
  readonly #country: () => string
  readonly #lang: Language
  readonly #list: SuggestionList
  readonly #combobox: Combobox
  readonly #loop: SearchLoop<Answer<Item>>
  #items: readonly Item[] = []
  #loading: ReturnType<typeof setTimeout> | undefined
  #blockedUntilMs = 0

  constructor(
    input: HTMLInputElement,
    { country, lang }: Pick<WidgetOptions<never>, 'country' | 'lang'>,
    kind: Kind<Item>,
  ) {
    this.input = input
    this.#kind = kind
    this.#country = typeof country === 'function' ? country : () => country
    this.#lang = languageOf(input, lang)
    this.texts = TEXTS[this.#lang]
    const id = `regista-${++widgets}`
    this.#list = new SuggestionList(input, { id, label: kind.label(this.texts), lang: this.#lang })
    this.#combobox = new Combobox(input, this.#list, {
      onText: (reason) => this.#onText(reason),
      onPick: (index) => kind.onPick(this.#items[index]!, this),
      onLeave: (reason) => {
        this.#stop()
        kind.onLeave?.(reason, this)
      },
    })
    this.#loop = new SearchLoop({
      search: (q, signal) => kind.search({ q, country: this.#country() as Country, lang: this.#lang }, { signal }),
      onAnswer: (answer, text) => this.#onAnswer(answer, text),
      onError: (error) => this.#onError(error),
    })
  }

  /** Searches for the text of the input, and shows nothing if it cannot have suggestions. */
  search(waitMs?: number): void {
    const text = this.input.value.trim()
    const isServed = /^(sk|cz)$/.test(this.#country())
    if (!isServed || !isQuery(text) || performance.now() < this.#blockedUntilMs) {
      this.close()
      return
    }
    this.#loop.request(text, waitMs)
    this.#list.markBusy(true)
    if (this.#list.length) return
    clearTimeout(this.#loading)
    this.#loading = setTimeout(() => this.#showMessage(this.texts.loading), LOADING_AFTER_MS)
  }

  close(): void {
    this.#stop()
    this.#combobox.close()
  }

  announce(text: string): void {
    this.#list.announce(text)
  }

  /** A message in the place of the list. */
  say(text: string): void {
    if (this.#isFocused()) this.#showMessage(text)
  }

  /** Puts a text into the input and the caret into the text. */
  write(text: string, caret = text.length): void {
    writeField(this.input, text)
    if (this.#isFocused()) this.input.setSelectionRange(caret, caret)
  }

  dispatch(name: 'pick' | 'error' | 'answer', detail: unknown): void {
    this.input.dispatchEvent(new CustomEvent(`regista-${name}`, { detail, bubbles: true, composed: true }))
  }

  detach(): void {
    this.#stop()
    this.#combobox.detach()
  }

  #onText(reason: 'typed' | 'asked'): void {
    if (reason === 'typed') this.#kind.onTyped?.()
    this.search(reason === 'asked' ? 0 : undefined)
  }

  #onAnswer(answer: Answer<Item>, text: string): void {
    this.#stop()
    if (!this.#isFocused()) return
    this.#items = answer.data
    const { count, empty } = this.texts
    if (this.#items.length === 0) this.#showMessage(empty)
    else {
      const choices = this.#items.map((item) => this.#kind.describe(item, text, this.texts))
      this.#list.showChoices(choices, formatSources(answer.meta))
      this.#combobox.refresh()
      this.#list.announce(count(choices.length))
    }
    this.dispatch('answer', answer)
  }

  #onError(error: unknown): void {
    this.#stop()
    this.dispatch('error', error)
    const { code, retryAfterSeconds } = error instanceof RegistaError ? error : { code: '', retryAfterSeconds: null }
    const seconds = LASTING.includes(code) ? Number.POSITIVE_INFINITY : (retryAfterSeconds ?? 0)
    this.#blockedUntilMs = performance.now() + seconds * 1000
    const isSoon = 0 < seconds && seconds <= RETRY_MAX_SECONDS
    if (isSoon) this.#loading = setTimeout(() => this.search(0), seconds * 1000)
    if (!this.#isFocused()) return
    const { offline, denied, busy, quota, broken } = this.texts
    if (code === 'offline') addEventListener('online', () => this.#isFocused() && this.search(0), { once: true })
    if (code === 'offline') this.#showMessage(offline)
    else if (LASTING.includes(code)) this.#showMessage(denied)
    else this.#showMessage(isSoon ? busy : 0 < seconds ? quota : broken)
  }

  #showMessage(message: string): void {
    this.#items = []
    this.#list.showMessage(message)
    this.#combobox.refresh()
  }

  #stop(): void {
    clearTimeout(this.#loading)
    this.#loop.cancel()
    this.#list.markBusy(false)
  }

  #isFocused(): boolean {
    return (this.input.getRootNode() as Document | ShadowRoot).activeElement === this.input
  }
}

/** The attribution that the terms of the sources require. */
function formatSources({ sources = [] }: Meta): string {
  return sources.flatMap(({ attribution }) => attribution ?? []).join(' · ')
}
