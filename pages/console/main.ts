import { listenToActs } from './act-dialog.ts'
import { describeAge, forgetAge, noteAnswer, noteSilence } from './age.ts'
import { ANSWER_MAX_MS, ApiError, read, stopReading } from './api.ts'
import { changesOfAccount, generalChanges } from './changing.ts'
import { html, nameDataFolder } from './dom.ts'
import { timeOf } from './format.ts'
import { morphChildren } from './morph.ts'
import { overviewPage } from './overview.ts'
import { resumeSession } from './session.ts'
import { problemOf, SIGN_IN, signedIn, signInForm } from './sign-in.ts'
import type { Projects, Server, Usage } from './types.ts'
import { usagePage } from './usage.ts'

const content = document.querySelector<HTMLElement>('#content')!
const state = document.querySelector<HTMLElement>('#state')!
const who = document.querySelector<HTMLElement>('#who')!
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
  if (hash === SIGN_IN) return showSignIn(null)
  const isRefresh = onScreen === hash
  if (!isRefresh) state.textContent = 'Reading …'
  const startedMs = performance.now()
  try {
    await resumeSession()
    const server = await read<Server>('server')
    nameDataFolder(server.data_option)
    const page = await buildPage(server)
    if (turn !== shown) return
    showWho(null)
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
    const [[heading, ...parts], changes] = await Promise.all([overviewPage(server), generalChanges()])
    return [heading!, ...changes, ...parts]
  }
  const [usage, projects, changes] = await Promise.all([
    read<Usage>(`accounts/${account}/usage${period === undefined ? '' : `?period=${period}`}`),
    read<Projects>(`accounts/${account}/projects`),
    changesOfAccount(account),
  ])
  document.title = `${usage.account.name} – Regista console`
  return usagePage(usage, projects, changes)
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
    showSignIn(problemOf(error))
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

function showSignIn(problem: string | null): void {
  onScreen = undefined
  refresh.hidden = pause.hidden = true
  state.textContent = ''
  who.replaceChildren()
  const form = signInForm(problem, () => {
    if (location.hash === SIGN_IN) location.hash = '#/'
    else void show()
  })
  content.replaceChildren(form)
  form.querySelector('input')!.focus()
}

function showWho(problem: string | null): void {
  if (problem === null) morphChildren(who, signedIn(signedOut))
  else who.prepend(html('span', { class: 'bad', role: 'alert' }, problem))
}

function signedOut(problem: string | null): void {
  showWho(problem)
  if (problem === null) void show()
}

addEventListener('hashchange', () => {
  scrollTo(0, 0)
  void show().then(() => {
    if (!content.contains(document.activeElement)) content.focus({ preventScroll: true })
  })
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
listenToActs(content, () => void show())
void show()
