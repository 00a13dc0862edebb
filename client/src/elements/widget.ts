import {
  type Company,
  type Country,
  isQuery,
  type Language,
  type Meta,
  type Regista,
  type RegistaError,
} from '../index.ts'
import { BLOCKED_MAX_MS, FOREVER_SECONDS, LOADING_AFTER_MS, PAUSE_SECONDS } from '../timings.ts'
import { bindCombobox, type ComboboxEvent } from './combobox.ts'
import {
  createFiller,
  type FieldFiller,
  type FieldMap,
  type FieldTarget,
  findField,
  notify,
  type Values,
  writeField,
} from './fill-fields.ts'
import { readCountry } from './read-country.ts'
import { createSearchLoop } from './search-loop.ts'
import { type Choice, createList, type Description, joinPresent } from './suggestion-list.ts'
import { languageOf, TEXTS, type Texts } from './texts.ts'
import { measurePause } from './typing-pause.ts'

export interface WidgetOptions {
  readonly regista: Regista
  /**
   * `sk` or `cz`, or the field in which the person chooses: an element, a selector, or a function that returns what the
   * field has. It is read at every search. For another country there are no suggestions.
   */
  readonly country: FieldTarget | (() => string)
  /** Default: the language of the page around the input. */
  readonly lang?: Language | undefined
  /** The fields of the form that a pick fills. */
  readonly fields?: FieldMap | undefined
  /** The name of the picked value that the input itself shows. */
  readonly value?: string | undefined
  /** False: the widget does not say that beginnings of words are enough. */
  readonly hint?: boolean | undefined
  /** How long a search waits for the next key, in milliseconds. Default, and with 0: as the person types. */
  readonly pause?: number | undefined
}

/** A widget on an input. An input that is removed from the page for good needs `detach`. */
export interface Attachment {
  readonly detach: () => void
}

interface Answer<Item> {
  readonly data: readonly Item[]
  readonly meta: Meta
}

/** The behaviour that differs between the address and the company widget. */
export interface Kind<Item> {
  /** The value that the input shows if the page names none. */
  readonly value: string
  /** An example of what to type. */
  readonly example: (texts: Texts) => string
  /** Whether an empty input shows the example too. */
  readonly exampleInInput?: boolean
  readonly search: (
    query: { readonly q: string; readonly country: Country; readonly lang: Language },
    options: { readonly signal: AbortSignal },
  ) => Promise<Answer<Item>>
  readonly onFocus?: () => unknown
  /** What is searched for, if not the text of the input. */
  readonly readQuery?: () => string | undefined
  /** Removes suggestions, and puts the best ones first. */
  readonly arrange?: (items: readonly Item[]) => readonly Item[]
  readonly describe: (item: Item, typed: string, texts: Texts) => Description
  readonly pick: (item: Item) => void
  /** Called before the widget handles the event, and with `replaced` when it is detached. */
  readonly onEvent: (event: ComboboxEvent) => void
}

export interface Widget extends Attachment {
  readonly lang: Language
  /** Aborted when the widget is detached. */
  readonly signal: AbortSignal
  readonly findCountry: () => Country | undefined
  readonly filler: FieldFiller
  readonly texts: Texts
  /** Searches for the text of the input, and shows nothing if it cannot have suggestions. */
  readonly search: (waitMs: number) => void
  /** Fills the form and the input. */
  readonly fill: (values: Values) => void
  readonly announce: (text: string) => void
  /** Shows a message in the place of the list. */
  readonly say: (...sentences: string[]) => void
  /** Puts a text into the input and, as browsers do, the caret behind it. */
  readonly write: (text: string) => void
  readonly dispatch: (name: 'answer' | 'error' | 'pick', detail: unknown) => void
}

/** Connects typing, searching and the list. */
export function createWidget<Item extends { readonly id: string }>(
  input: HTMLInputElement,
  kind: Kind<Item>,
  { regista, country, lang: wanted, fields = {}, value = kind.value, hint: isHinting = true, pause }: WidgetOptions,
): Widget {
  const lang = languageOf(input, wanted)
  const texts = TEXTS[lang]
  const hint = isHinting ? texts.begun + kind.example(texts) : ''
  const detaching = new AbortController()
  const list = createList(input, texts.suggestions, lang, detaching.signal)
  const filler = createFiller(input, fields)
  let items: readonly Item[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let blockedUntilMs = 0
  /** The person left, or pressed Enter, before the answer for a whole number arrived. */
  let isLeft = false

  const dispatch = (name: string, detail: unknown) => notify(input, `regista-${name}`, detail)
  const isFocused = () => input.matches(':focus')
  const findCountry = () =>
    readCountry(typeof country === 'function' ? country() : (findField(input, country) ?? (country as string)))
  const isServed = () => findCountry() && !input.readOnly

  const loop = createSearchLoop(
    (q, signal) => kind.search({ q, country: findCountry()!, lang }, { signal }),
    (answer, typed) => {
      stop()
      items = kind.arrange?.(answer.data) ?? answer.data
      if (!pickNumber()) showAnswer(answer.meta, typed)
      dispatch('answer', answer)
    },
    (error) => {
      stop()
      showError(error as Partial<RegistaError>)
      dispatch('error', error)
    },
  )

  const refresh = bindCombobox(input, list, detaching.signal, (event) => {
    // The person cannot see and correct hidden fields.
    if (event === 'typed' || event === 'replaced') filler.empty((_, field) => field.matches('[type=hidden]'))
    kind.onEvent(event)
    isLeft = event === 'leave' && /^\s*(\d\s*){8}$/.test(input.value)
    if (event === 'typed') search(pause || measurePause())
    else if (event === 'asked') search(0)
    else if (!pickNumber()) {
      const isAnswerNear = isLeft && loop.isBusy() && blockedUntilMs < performance.now()
      if (!isAnswerNear) stop()
      hide()
      return isAnswerNear
    }
    return true
  })

  // As early as possible, so that the first suggestions need not wait for it. Requests report it if it fails.
  const openSession = () => {
    if (!isFocused() || !isServed()) return
    kind.onFocus?.()
    regista.canReadCompanies().catch(() => {})
  }
  input.addEventListener('focus', openSession, { once: true, signal: detaching.signal })
  // Keys in other fields of the form show how fast the person types. Their text is not read.
  const form = input.form ?? input
  form.addEventListener('input', () => measurePause(), { capture: true, signal: detaching.signal })
  openSession()
  // A placeholder of the page stays.
  if (hint && kind.exampleInInput && !input.placeholder) {
    input.placeholder = hint
    detaching.signal.addEventListener('abort', () => input.removeAttribute('placeholder'))
  }

  /** Picks the only suggestion if the person has left after typing its number. */
  function pickNumber(): boolean {
    const [item, other] = items as readonly (Item & Partial<Company>)[]
    const isTyped = isLeft && !other && item?.ico === input.value.replace(/\s/g, '')
    if (isTyped) kind.pick(item!)
    return isTyped
  }

  function search(waitMs: number): void {
    const text = (kind.readQuery?.() ?? input.value).trim()
    const blockedMs = blockedUntilMs - performance.now()
    if (!isServed() || BLOCKED_MAX_MS <= blockedMs || !isQuery(text)) close()
    else {
      loop.request(text, 0 < blockedMs ? blockedMs : waitMs)
      // Older suggestions stay until newer ones come.
      clearTimeout(timer)
      if (!items.length) timer = setTimeout(say, LOADING_AFTER_MS, texts.loading)
    }
  }

  function showAnswer({ sources = [], warnings }: Meta, typed: string): void {
    if (!items.length) say(texts.empty, texts.freely)
    else {
      const choices = items.map((item) => ({
        ...kind.describe(item, typed, texts),
        id: list.listbox.id + item.id,
        onclick: () => kind.pick(item),
      }))
      const attributions = sources.map(({ attribution }) => attribution)
      const notice = warnings?.some((warning) => warning.endsWith('left_out')) ? texts.partly : ''
      show(
        `${texts.suggestions}: ${items.length}${notice && `. ${notice}`}`,
        joinPresent(...attributions),
        choices,
        /[\s\d]/.test(typed) ? '' : hint,
        notice,
      )
    }
  }

  function showError(error: Partial<RegistaError>): void {
    const { code, status, retryAfterSeconds } = error
    const isOffline = code === 'offline'
    const isDenied = status === 401 || status === 403
    const waitMs = (retryAfterSeconds ?? (isDenied ? FOREVER_SECONDS : PAUSE_SECONDS)) * 1000
    if (isOffline) addEventListener('online', () => isFocused() && search(0), { once: true, signal: detaching.signal })
    else blockedUntilMs = performance.now() + waitMs
    if (isDenied || code === 'unreachable') warnOnce(error)
    if (retryAfterSeconds && waitMs < BLOCKED_MAX_MS) search(0)
    else say(isOffline ? texts.offline : retryAfterSeconds ? texts.quota : texts.broken, texts.freely)
  }

  function say(...sentences: string[]): void {
    items = []
    show(sentences.join(' '))
  }

  /** Screen readers announce the message, and that an active option is gone. */
  function show(message: string, foot = message, choices?: readonly Choice[], hint?: string, notice?: string): void {
    if (isFocused()) list.show(foot, choices, hint, notice)
    list.announce(refresh() ? `${texts.dropped} ${message}` : message)
  }

  function stop(): void {
    clearTimeout(timer)
    loop.cancel()
  }

  function close(): void {
    stop()
    hide()
  }

  function hide(): void {
    items = []
    list.close()
    refresh()
  }

  const write = (text: string) => writeField(input, text)

  return {
    lang,
    signal: detaching.signal,
    findCountry,
    filler,
    texts,
    search,
    say,
    write,
    dispatch,
    announce: list.announce,
    fill(values) {
      close()
      write(`${values[value] ?? ''}`)
      filler.fill(values)
      list.announce(`${values.name ?? ''} ${values.address}`)
    },
    detach() {
      stop()
      kind.onEvent('replaced')
      detaching.abort()
    },
  }
}

const warned = new Set<string>()

/** Tells the page's developer what to do. Browsers hide the answer to an origin that no project allows. */
function warnOnce({ code, message }: Partial<RegistaError>): void {
  const { origin, protocol, hostname } = location
  const name = protocol === 'http:' ? `http://${hostname} --development` : origin
  const remedy = ` The operator allows it with: regista project allow-origin PROJECT ${name}`
  const text = `Regista: ${message}${/^(origin|unreach)/.test(code!) ? remedy : ''}`
  if (!warned.has(text)) console.warn(text)
  warned.add(text)
}
