import { ApiError } from './api.ts'
import { type Content, code, html, quiet } from './dom.ts'
import { timeOf } from './format.ts'
import { type Answer, callAdmin, currentSession, type Role } from './session.ts'

export interface Field {
  readonly name: string
  readonly label: string
  readonly kind?: 'text' | 'url' | 'number' | 'lines' | 'choices'
  readonly value?: string | undefined
  readonly isOptional?: boolean
  /** Of `choices`: all are chosen at first. */
  readonly choices?: readonly string[]
}

/** A text to copy, with its name. */
export type Copy = readonly [name: string, text: string]

/** What an operator can do, as data. A dialog asks once, and one operation of `/admin/v1` carries it out. */
export interface Act {
  readonly id: string
  /** The words of the button. */
  readonly title: string
  /** What will happen. */
  readonly says: string
  readonly role: Exclude<Role, 'read'>
  readonly fields?: readonly Field[]
  /** It cannot be undone: the operator types this name. */
  readonly typed?: string
  readonly method?: 'PATCH' | 'POST'
  readonly path: string
  /** Its lines are in the log of this account. */
  readonly account?: string | null
  body?(form: FormData): object
  // biome-ignore lint/suspicious/noExplicitAny: each operation has data of its own
  copies?(data: any, form: FormData): readonly Copy[]
}

/** The newest of each, by its id: a refresh of the page leaves buttons as they are. */
const offered = new Map<string, Act>()

/** The button of an act; nothing if the role of the operator does not allow it. */
export function actButton(act: Act): HTMLElement | null {
  const role = currentSession()?.role
  if (role === undefined || role === 'read' || (role === 'provision' && act.role === 'operate')) return null
  offered.set(act.id, act)
  return html('button', { type: 'button', 'data-act': act.id }, act.title)
}

/** Opens the dialog of the button that is pressed. `acted`: something may have changed. */
export function listenToActs(place: HTMLElement, acted: () => void): void {
  place.addEventListener('click', ({ target }) => {
    const id = target instanceof Element ? target.closest('[data-act]')?.getAttribute('data-act') : undefined
    if (id != null) openDialog(offered.get(id)!, acted)
  })
}

function openDialog(act: Act, acted: () => void): void {
  const key = crypto.randomUUID()
  const fields = html('fieldset', { class: 'plain stack' }, (act.fields ?? []).map(fieldOf), typedField(act))
  const said = html('p', { role: 'status' })
  const button = html('button', { type: 'submit', class: 'primary' }, act.title)
  const leave = closeButton('Cancel')
  const form = html('form', { class: 'stack' }, fields, said, html('p', { class: 'acts' }, button, leave))
  const dialog = html(
    'dialog',
    { class: 'stack', 'aria-labelledby': 'act' },
    html('h2', { id: 'act' }, act.title),
    html('p', {}, act.says),
    form,
  ) as HTMLDialogElement
  /** The sent act stays the same from the first time without an answer on. */
  let given: FormData | undefined
  const doubt: Doubt = { wasUnknown: false }
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    given ??= new FormData(form as HTMLFormElement)
    setBusy(true)
    try {
      const outcome = await carryOut(act, { given, key, dialog, said, doubt })
      if (outcome !== undefined) await showOutcome(dialog, act, outcome)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const { wasUnknown } = doubt
      if (wasUnknown) button.textContent = 'Ask again'
      else given = undefined
      setBusy(false)
      const problem = wasUnknown ? `${STILL_UNKNOWN} The last answer: ${error.message}` : error.message
      said.replaceChildren(html('span', { class: 'bad' }, problem))
    }
  })
  const setBusy = (isBusy: boolean): void => {
    const isSent = isBusy || doubt.wasUnknown
    fields.toggleAttribute('disabled', isSent)
    button.toggleAttribute('disabled', isBusy)
    // A sent act cannot be cancelled.
    leave.textContent = isSent ? 'Close' : 'Cancel'
  }
  dialog.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[data-close]') !== null) dialog.close()
  })
  dialog.addEventListener('close', () => {
    dialog.remove()
    acted()
  })
  document.body.append(dialog)
  dialog.showModal()
}

const STILL_UNKNOWN =
  'It is still unknown whether this was carried out. Ask again: it is carried out once. If you leave, look into the log before you repeat it.'

function fieldOf({ name, label, kind = 'text', value = '', isOptional = false, choices = [] }: Field): HTMLElement {
  if (kind === 'choices') {
    const one = (choice: string): HTMLElement =>
      html('label', {}, html('input', { type: 'checkbox', name, value: choice, checked: true }), choice)
    return html('fieldset', {}, html('legend', {}, label), choices.map(one))
  }
  const given = { name, required: !isOptional, autocomplete: 'off' }
  const input =
    kind === 'lines'
      ? html('textarea', { ...given, rows: 3 }, value)
      : html('input', { ...given, type: kind, value, ...(kind === 'number' && { min: 0, step: 'any' }) })
  return html('label', {}, label, input)
}

function typedField({ typed }: Act): HTMLElement | null {
  if (typed === undefined) return null
  const input = html('input', { required: true, autocomplete: 'off', spellcheck: 'false' }) as HTMLInputElement
  const check = (): void => input.setCustomValidity(input.value.trim() === typed.trim() ? '' : `Type ${typed}`)
  input.addEventListener('input', check)
  check()
  return html('label', {}, `This cannot be undone. Type ${typed} to confirm`, input)
}

function closeButton(text: string): HTMLElement {
  return html('button', { type: 'button', 'data-close': true }, text)
}

/** The act may have been carried out, or half of it: a credit is noted before the books have it. */
const UNKNOWN = ['unreachable', 'outcome_unknown', 'unavailable', 'not_in_books']
const isUnknown = ({ code }: ApiError): boolean => UNKNOWN.includes(code)

const TRIES = 4
const PAUSE_MS = 2_000

interface Doubt {
  /** The answer to an earlier request is missing. That a later one is refused does not say what became of it. */
  wasUnknown: boolean
}

interface Outcome {
  readonly answer: Answer<unknown>
  readonly given: FormData
  readonly wasUnknown: boolean
}

interface Asked {
  readonly given: FormData
  readonly doubt: Doubt
  readonly key: string
  readonly dialog: HTMLDialogElement
  readonly said: HTMLElement
}

/** Undefined: the operator has closed the dialog meanwhile. Throws ApiError. */
async function carryOut(act: Act, { given, key, dialog, said, doubt }: Asked): Promise<Outcome | undefined> {
  said.textContent = 'Asking the server …'
  for (let turn = 1; dialog.open; turn++) {
    try {
      const answer = await callAdmin(act.method ?? 'POST', act.path, { body: act.body?.(given), key })
      return { answer, given, wasUnknown: doubt.wasUnknown }
    } catch (error) {
      if (!(error instanceof ApiError && isUnknown(error))) throw error
      doubt.wasUnknown = true
      if (turn === TRIES) throw error
      said.textContent = `It is unknown whether this was carried out: ${error.message} The page asks again with the same Idempotency-Key.`
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
  return undefined
}

async function showOutcome(dialog: HTMLDialogElement, act: Act, outcome: Outcome): Promise<void> {
  const { answer, given } = outcome
  const copies = act.copies?.(answer.data, given) ?? []
  const line = await describeLines(act, outcome).catch((error: ApiError) => `The log cannot be read: ${error.message}`)
  const heading = html('h2', { id: 'act', tabindex: -1 }, `${act.title}: done`)
  dialog.replaceChildren(
    heading,
    ...(answer.meta.notice === undefined ? [] : [html('p', { class: 'notice' }, answer.meta.notice)]),
    ...copies.map(copyRow),
    html('div', { role: 'status' }, line),
    html('p', { class: 'acts' }, closeButton('Close')),
  )
  heading.focus()
}

function copyRow([name, text]: Copy): HTMLElement {
  const button = html('button', { type: 'button', 'aria-label': `Copy: ${name}` }, 'Copy')
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(text)
    button.textContent = 'Copied'
  })
  return html('div', { class: 'copy' }, html('span', { class: 'sub' }, name), html('code', {}, text), button)
}

/** One line of the log of acts. */
export interface Line {
  readonly at: string
  readonly who: string
  readonly what: string
  readonly subject: string | null
  readonly before: Fields | null
  readonly after: Fields | null
  readonly request_id: string | null
}

type Fields = Readonly<Record<string, unknown>>

/** The lines of the log that an act has left. What an earlier request did has the id of that request. */
async function describeLines(act: Act, { answer: { data, meta }, wasUnknown }: Outcome): Promise<Content> {
  const account = act.account ?? (data as { account?: { id?: string } }).account?.id
  const lines = await readLog(account, 20)
  const own = lines.filter(({ request_id }) => request_id === meta.request_id)
  const newest = lines.filter(({ who }) => who === currentSession()?.operator).slice(0, 1)
  const shown = own.length === 0 && (meta.replayed === true || wasUnknown) ? newest : own
  if (shown.length === 0) return 'Nothing changed: it was so already.'
  const isOlder = own.length === 0 ? quiet('This request changed nothing new. Your newest line there:') : null
  return [isOlder, ...shown.map((line) => quiet(timeOf(line.at), ` ${line.who} `, describeLine(line)))]
}

export async function readLog(account: string | undefined, limit: number): Promise<readonly Line[]> {
  const of = account === undefined ? '' : `&account=${account}`
  return (await callAdmin<Line[]>('GET', `log?limit=${limit}${of}`)).data
}

export function describeLine({ what, subject, before, after }: Line): Content {
  const changes = Object.keys({ ...before, ...after }).map((name) => {
    const values = [before?.[name], after?.[name]].filter((value) => value !== undefined)
    return `${name}: ${values.map((value) => writeValue(name, value)).join(' to ')}`
  })
  return [`${what} `, code(subject ?? ''), html('span', { class: 'sub' }, changes.join('; '))]
}

function writeValue(name: string, value: unknown): string {
  if (typeof value === 'number' && name.endsWith('AtMs')) return new Date(value).toISOString().slice(0, 16)
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
