import { ApiError, read, stopReading, useToken } from './api.ts'
import { html } from './dom.ts'
import { timeOf } from './format.ts'
import { overviewPage } from './overview.ts'
import type { Server, Usage } from './types.ts'
import { usagePage } from './usage.ts'

const content = document.querySelector<HTMLElement>('#content')!
const state = document.querySelector<HTMLElement>('#state')!
const refresh = document.querySelector<HTMLButtonElement>('#refresh')!

/** A later page replaces an earlier one that is still being read. */
let shown = 0

async function show(): Promise<void> {
  const turn = ++shown
  stopReading()
  state.textContent = 'Reading …'
  refresh.disabled = true
  try {
    const server = await read<Server>('server')
    const page = await buildPage(server)
    if (turn !== shown) return
    content.replaceChildren(...page)
    state.replaceChildren(
      server.release === null ? 'Nothing is published' : `Release ${server.release}`,
      ', as of ',
      timeOf(server.as_of),
    )
    refresh.hidden = false
  } catch (error) {
    if (turn !== shown) return
    showError(error)
  } finally {
    if (turn === shown) refresh.disabled = false
  }
}

async function buildPage(server: Server): Promise<HTMLElement[]> {
  const [, account, period] = /^#\/accounts\/([^/]+)(?:\/([0-9-]+))?$/.exec(location.hash) ?? []
  if (account === undefined) {
    document.title = 'Regista console'
    return await overviewPage(server)
  }
  const usage = await read<Usage>(`accounts/${account}/usage${period === undefined ? '' : `?period=${period}`}`)
  document.title = `${usage.account.name} – Regista console`
  return usagePage(usage)
}

function showError(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
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
  refresh.hidden = true
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
void show()
