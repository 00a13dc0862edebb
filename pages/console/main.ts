import { describeAge, forgetAge, noteAnswer, noteSilence } from './age.ts'
import { ANSWER_MAX_MS, ApiError, read, stopReading, useToken } from './api.ts'
import { html, nameDataFolder } from './dom.ts'
import { timeOf } from './format.ts'
import { morphChildren } from './morph.ts'
import { overviewPage } from './overview.ts'
import type { Projects, Server, Usage } from './types.ts'
import { usagePage } from './usage.ts'

const content = document.querySelector<HTMLElement>('#content')!
const state = document.querySelector<HTMLElement>('#state')!
const refresh = document.querySelector<HTMLButtonElement>('#refresh')!
const pause = document.querySelector<HTMLButtonElement>('#pause')!

/** A later page replaces an earlier one that is still being read. */
let shown = 0

/** The address of the page on the screen; undefined: an error or nothing is there. */
let onScreen: string | undefined

async function show(): Promise<void> {
  const turn = ++shown
  clearTimeout(timer)
  stopReading()
  const { hash } = location
  const isRefresh = onScreen === hash
  if (!isRefresh) state.textContent = 'Reading …'
  const startedMs = performance.now()
  try {
    const server = await read<Server>('server')
    nameDataFolder(server.data_option)
    const page = await buildPage(server)
    if (turn !== shown) return
    if (isRefresh) morphChildren(content, page)
    else content.replaceChildren(...page)
    onScreen = hash
    noteAnswer(server.as_of, restAfter(performance.now() - startedMs) + ANSWER_MAX_MS)
    state.replaceChildren(
      server.release === null ? 'Nothing is published' : `Release ${server.release}`,
      ', as of ',
      timeOf(server.as_of),
    )
    refresh.hidden = pause.hidden = false
  } catch (error) {
    if (turn !== shown) return
    showError(error, isRefresh)
    // The figures are old: the rest of the server does not count.
    return refreshLater(0)
  }
  refreshLater(performance.now() - startedMs)
}

/** A month of a large account takes seconds to add up: the server rests at least nine times as long as it worked. */
const REFRESH_MS = 5_000
const REST = 9
let timer: ReturnType<typeof setTimeout> | undefined

function restAfter(tookMs: number): number {
  return Math.max(REFRESH_MS, REST * tookMs)
}

function refreshLater(tookMs: number): void {
  clearTimeout(timer)
  const isPaused = pause.getAttribute('aria-pressed') === 'true'
  if (isPaused || document.hidden || onScreen === undefined) return
  timer = setTimeout(() => void show(), restAfter(tookMs))
}

async function buildPage(server: Server): Promise<HTMLElement[]> {
  const [, account, period] = /^#\/accounts\/([^/]+)(?:\/([0-9-]+))?$/.exec(location.hash) ?? []
  if (account === undefined) {
    document.title = 'Regista console'
    return await overviewPage(server)
  }
  const [usage, projects] = await Promise.all([
    read<Usage>(`accounts/${account}/usage${period === undefined ? '' : `?period=${period}`}`),
    read<Projects>(`accounts/${account}/projects`),
  ])
  document.title = `${usage.account.name} – Regista console`
  return usagePage(usage, projects)
}

/** A page that cannot be refreshed stays, with the reason above it. */
function showError(error: unknown, isRefresh: boolean): void {
  if (!(error instanceof ApiError)) throw error
  if (isRefresh && !error.wantsToken) {
    noteSilence()
    const alert = html('span', { class: 'bad', role: 'alert' }, `Not refreshed: ${error.message}`)
    state.replaceChildren(alert, ` Shown ${describeAge()}.`)
    return
  }
  onScreen = undefined
  forgetAge()
  state.textContent = ''
  if (error.wantsToken) {
    askForToken(error)
    return
  }
  refresh.hidden = false
  const back = location.hash.length < 3 ? null : html('p', {}, html('a', { href: '#/' }, 'All accounts'))
  content.replaceChildren(
    html(
      'section',
      { class: 'card stack' },
      html('h1', {}, 'This cannot be shown'),
      html('p', { class: 'notice bad', role: 'alert' }, error.message),
      back,
    ),
  )
}

/** The token stays in the memory of the page. */
function askForToken(error: ApiError): void {
  refresh.hidden = pause.hidden = true
  const input = html('input', {
    id: 'token',
    type: 'password',
    autocomplete: 'off',
    spellcheck: 'false',
    required: true,
    'aria-describedby': 'token-help',
  }) as HTMLInputElement
  const form = html(
    'form',
    { class: 'stack' },
    error.code === 'token_wrong'
      ? html('p', { class: 'notice bad', role: 'alert' }, 'This token is not the right one.')
      : null,
    html('p', {}, html('label', { for: 'token' }, 'Token of the operator')),
    input,
    html(
      'p',
      { class: 'quiet', id: 'token-help' },
      'The value of REGISTA_ADMIN_TOKEN. The page keeps it in memory and forgets it when it is closed or reloaded.',
    ),
    html('button', { type: 'submit', class: 'primary' }, 'Open the console'),
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    useToken(input.value.trim())
    void show()
  })
  const section = html('section', { class: 'card stack key' }, html('h1', {}, 'Regista console'), form)
  content.replaceChildren(section)
  input.focus()
}

addEventListener('hashchange', () => {
  scrollTo(0, 0)
  void show().then(() => content.focus())
})
refresh.addEventListener('click', () => void show())
pause.addEventListener('click', () => {
  const isPaused = pause.getAttribute('aria-pressed') !== 'true'
  pause.setAttribute('aria-pressed', String(isPaused))
  if (isPaused) clearTimeout(timer)
  else void show()
})
document.addEventListener('visibilitychange', () => {
  if (document.hidden) clearTimeout(timer)
  else if (pause.getAttribute('aria-pressed') !== 'true' && onScreen !== undefined) void show()
})
void show()
