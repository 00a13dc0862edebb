import { type Country, isQuery, type Language, type Meta, type Regista, type RegistaError } from '../index.ts'
import { bindCombobox, type ComboboxEvent } from './combobox.ts'
import { createFiller, type FieldFiller, type FieldMap, notify, type Values, writeField } from './fill-fields.ts'
import { createSearchLoop } from './search-loop.ts'
import { type Choice, createList } from './suggestion-list.ts'
import { languageOf, TEXTS, type Texts } from './texts.ts'

export interface WidgetOptions {
  readonly regista: Regista
  /** Read at every search. For another country than sk and cz there are no suggestions. */
  readonly country: Country | (() => string)
  /** Default: the language of the page around the input. */
  readonly lang?: Language | undefined
  /** The fields of the form that a pick fills. */
  readonly fields?: FieldMap | undefined
  /** The name of the picked value that the input itself shows. */
  readonly value?: string | undefined
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
  readonly search: (
    query: { readonly q: string; readonly country: Country; readonly lang: Language },
    options: { readonly signal: AbortSignal },
  ) => Promise<Answer<Item>>
  readonly isChoice?: (item: Item) => boolean
  readonly describe: (item: Item, typed: string, texts: Texts) => Choice
  readonly pick: (item: Item) => void
  /** Called before the widget handles the event. */
  readonly onEvent: (event: ComboboxEvent) => void
}

export interface Widget extends Attachment {
  readonly filler: FieldFiller
  readonly texts: Texts
  /** Searches for the text of the input, and shows nothing if it cannot have suggestions. */
  readonly search: (waitMs?: number) => void
  /** Fills the form and the input. */
  readonly fill: (values: Values) => void
  readonly announce: (text: string) => void
  /** Shows a message in the place of the list. */
  readonly say: (...sentences: string[]) => void
  /** Puts a text into the input and the caret into the text. */
  readonly write: (text: string, caret?: number) => void
  readonly dispatch: (name: 'answer' | 'error' | 'pick', detail: unknown) => void
}

/** An earlier loading message would only flicker. */
const LOADING_AFTER_MS = 350
/** The longest wait for the service. If the service asks for more, the widget stops searching without a message. */
const WAIT_MAX_MS = 30_000
/** The pause after an error without Retry-After. */
const PAUSE_SECONDS = 2
/** Until the page is loaded again. */
const FOREVER_SECONDS = 1e9

/** Connects typing, searching and the list. */
export function createWidget<Item>(
  input: HTMLInputElement,
  { country, lang: wanted, fields = {}, value }: WidgetOptions,
  kind: Kind<Item>,
): Widget {
  const readCountry = typeof country === 'function' ? country : () => country
  const lang = languageOf(input, wanted)
  const texts = TEXTS[lang]
  const detaching = new AbortController()
  const list = createList(input, texts.suggestions, lang, detaching.signal)
  const filler = createFiller(input, fields)
  let items: readonly Item[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let blockedUntilMs = 0

  const dispatch = (name: string, detail: unknown) => notify(input, `regista-${name}`, detail)
  const isFocused = () => input.matches(':focus')

  const loop = createSearchLoop(
    (q, signal) => kind.search({ q, country: readCountry() as Country, lang }, { signal }),
    (answer, typed) => {
      stop()
      showAnswer(answer, typed)
      dispatch('answer', answer)
    },
    (error) => {
      stop()
      showError(error as Partial<RegistaError>)
      dispatch('error', error)
    },
  )

  const refresh = bindCombobox(
    input,
    list,
    detaching.signal,
    (event) => {
      // The person cannot see and correct hidden fields.
      if (event === 'typed' || event === 'replaced') filler.empty((_, field) => field.matches('[type=hidden]'))
      kind.onEvent(event)
      if (event === 'typed') search()
      else if (event === 'asked') search(0)
      else close()
    },
    (index) => kind.pick(items[index]!),
  )

  function search(waitMs?: number): void {
    const text = input.value.trim()
    const blockedMs = blockedUntilMs - performance.now()
    const isServed = /^(sk|cz)$/.test(readCountry()) && !input.readOnly && blockedMs < WAIT_MAX_MS
    if (!isServed || !isQuery(text)) close()
    else {
      loop.request(text, 0 < blockedMs ? blockedMs : waitMs)
      // Older suggestions stay until newer ones come.
      clearTimeout(timer)
      if (!items.length) timer = setTimeout(say, LOADING_AFTER_MS, texts.loading)
    }
  }

  function showAnswer({ data, meta: { sources = [] } }: Answer<Item>, typed: string): void {
    const found = data.filter((item) => kind.isChoice?.(item) ?? true)
    if (!found.length) say(texts.empty, texts.freely)
    else {
      const choices = found.map((item) => kind.describe(item, typed, texts))
      const attributions = sources.flatMap(({ attribution }) => attribution ?? [])
      show(attributions.join(' · '), choices)
      list.announce(`${texts.suggestions}: ${found.length}`)
    }
    items = found
  }

  function showError({ code, status, retryAfterSeconds }: Partial<RegistaError>): void {
    const isOffline = code === 'offline'
    const isDenied = status === 401 || status === 403
    const waitMs = (retryAfterSeconds ?? (isDenied ? FOREVER_SECONDS : PAUSE_SECONDS)) * 1000
    if (isOffline) addEventListener('online', () => isFocused() && search(0), { once: true, signal: detaching.signal })
    else blockedUntilMs = performance.now() + waitMs
    if (retryAfterSeconds && waitMs < WAIT_MAX_MS) search()
    else say(isOffline ? texts.offline : retryAfterSeconds ? texts.quota : texts.broken, texts.freely)
  }

  function say(...sentences: string[]): void {
    const message = sentences.join(' ')
    items = []
    show(message)
    list.announce(message)
  }

  function show(foot: string, choices?: readonly Choice[]): void {
    if (isFocused()) list.show(foot, choices)
    refresh()
  }

  function stop(): void {
    clearTimeout(timer)
    loop.cancel()
  }

  function close(): void {
    stop()
    items = []
    list.close()
    refresh()
  }

  function write(text: string, caret = text.length): void {
    writeField(input, text)
    if (isFocused()) input.setSelectionRange(caret, caret)
  }

  return {
    filler,
    texts,
    search,
    say,
    write,
    dispatch,
    announce: list.announce,
    fill(values) {
      close()
      write(`${values[value!] ?? ''}`)
      filler.fill(values)
      list.announce(`${values.name ?? ''} ${values.address}`)
    },
    detach() {
      stop()
      detaching.abort()
    },
  }
}
