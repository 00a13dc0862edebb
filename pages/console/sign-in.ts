import { ApiError, isToken, useToken } from './api.ts'
import { code, html } from './dom.ts'
import { formatTimeOfDay } from './format.ts'
import { currentSession, signIn, signOut } from './session.ts'

export const SIGN_IN = '#/sign-in'

/** The form for the token of an operator, or for that of the environment, which only reads. */
export function signInForm(problem: string | null, done: () => void): HTMLElement {
  const input = html('input', {
    id: 'token',
    type: 'password',
    autocomplete: 'off',
    spellcheck: 'false',
    required: true,
    'aria-describedby': 'token-help',
  }) as HTMLInputElement
  const said = html('div', {}, describeProblem(problem))
  const form = html(
    'form',
    { class: 'stack' },
    said,
    html('p', {}, html('label', { for: 'token' }, 'Token of the operator')),
    input,
    html(
      'p',
      { class: 'quiet', id: 'token-help' },
      'To change accounts: a token of ',
      code('regista operator add NAME --role operate'),
      '. You are signed in for eight hours. To read: the value of REGISTA_ADMIN_TOKEN. The page keeps it in memory and forgets it when it is closed or reloaded.',
    ),
    html('button', { type: 'submit', class: 'primary' }, 'Open the console'),
  )
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const token = input.value.trim()
    try {
      if (!isToken(token)) throw new ApiError('token_wrong', WRONG)
      if (token.startsWith('rga_')) await signIn(token)
      else useToken(token)
      done()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      said.replaceChildren(describeProblem(error.code === 'unauthorized' ? WRONG : error.message)!)
    }
  })
  return html('section', { class: 'card stack key' }, html('h1', {}, 'Regista console'), form)
}

const WRONG = 'This token is not the right one.'

export function problemOf({ code }: ApiError): string | null {
  return code === 'token_wrong' ? WRONG : null
}

function describeProblem(problem: string | null): HTMLElement | '' {
  return problem === null ? '' : html('p', { class: 'notice bad', role: 'alert' }, problem)
}

/** The signed-in operator, for the top of the page. `changed`: there is none any more, or no answer came. */
export function signedIn(changed: (problem: string | null) => void): HTMLElement[] {
  const session = currentSession()
  if (session === undefined) return [html('a', { href: SIGN_IN }, 'Sign in')]
  const { operator, role, expires_at } = session
  const button = html('button', { type: 'button' }, 'Sign out')
  button.addEventListener('click', () => {
    signOut().then(
      () => changed(null),
      (error: ApiError) => changed(`Not signed out: ${error.message}`),
    )
  })
  return [html('span', { title: `Until ${formatTimeOfDay(expires_at)}` }, `${operator}, ${role}`), button]
}
