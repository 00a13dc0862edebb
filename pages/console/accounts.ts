import { ApiError, read } from './api.ts'
import { shareBar } from './chart.ts'
import { badge, card, code, command, html, type Mood, quiet, table } from './dom.ts'
import { formatCount, formatMonth, formatShare, plural } from './format.ts'
import { morphChildren } from './morph.ts'
import type { Account, Accounts } from './types.ts'
import { partsOf, usedUnits } from './units.ts'

/** From so many accounts on, a search helps. */
const SEARCH_FROM = 12
/** As long as a page of the server. */
const PAGE_ROWS = 100
/** After the last key. */
const PAUSE_MS = 150

const MOODS: Readonly<Record<Account['state'], Mood>> = {
  verified: 'good',
  pending: 'warn',
  suspended: 'bad',
  closed: 'quiet',
}

/** The text that is searched for, and the cursors of the pages up to the shown one. A refresh keeps it. */
interface Wanted {
  readonly text: string
  readonly cursors: readonly string[]
}

const FIRST_PAGE = ['']
let wanted: Wanted = { text: '', cursors: FIRST_PAGE }

/** The last page that was read while it was wanted. Another one may be wanted now. */
let newest: { readonly of: Wanted; readonly found: Accounts }

/** Reads the page that is wanted, also if that changes meanwhile. */
export async function readAccounts(): Promise<Accounts> {
  while (!(await readPage(wanted)));
  return newest.found
}

/** False: another page is wanted meanwhile. */
async function readPage(of: Wanted): Promise<boolean> {
  const { text, cursors } = of
  const parameters = [
    ['q', text],
    ['cursor', cursors.at(-1)!],
  ].filter(([, value]) => value !== '')
  const found = await read<Accounts>(`accounts${parameters.length === 0 ? '' : `?${new URLSearchParams(parameters)}`}`)
  if (of !== wanted) return false
  newest = { of, found }
  return true
}

/** Shows other accounts, and nothing else on the page is read again. */
async function change(to: Wanted): Promise<void> {
  wanted = to
  let rows: HTMLElement[]
  try {
    if (!(await readPage(to))) return
    rows = listed()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // The page is being refreshed, and reads what is wanted.
    if (error.code === 'left') return
    rows = [html('p', { class: 'notice bad', role: 'alert' }, error.message)]
  }
  const place = document.querySelector('#accounts')
  if (place !== null) morphChildren(place, rows)
}

/** The card of the newest page. */
export function accountsCard(): HTMLElement {
  const { period, total_accounts: total } = newest.found
  const title = `Accounts in ${formatMonth(period)}`
  if (total === 0)
    return wide(
      card(
        title,
        null,
        html('p', {}, 'No account yet. Create one with a project and a key:'),
        command('regista setup "My shop" --origin https://shop.example'),
      ),
    )
  return wide(
    card(
      title,
      quiet(plural(total, 'account')),
      total < SEARCH_FROM ? null : searchInput(),
      html('div', { class: 'stack', id: 'accounts' }, listed()),
      quiet('Change a month: ', code('regista account allowance ID UNITS')),
    ),
  )
}

let pause: ReturnType<typeof setTimeout> | undefined

function searchInput(): HTMLElement {
  const input = html('input', {
    type: 'search',
    placeholder: 'Search by name, id, web site or client id',
    maxlength: 200,
    'aria-label': 'Search accounts',
  }) as HTMLInputElement
  input.value = wanted.text
  input.addEventListener('input', () => {
    clearTimeout(pause)
    pause = setTimeout(() => void change({ text: input.value.trim(), cursors: FIRST_PAGE }), PAUSE_MS)
  })
  return input
}

function listed(): HTMLElement[] {
  const { of, found } = newest
  const { accounts, period, next_cursor: next } = found
  const before = PAGE_ROWS * (of.cursors.length - 1)
  const isAll = before === 0 && next === null
  const range = `${formatCount(before + 1)} to ${formatCount(before + accounts.length)}`
  const summary = isAll
    ? `${plural(accounts.length, 'account')} found`
    : `${range} in order of creation, the most used first`
  return [
    html('p', { class: 'quiet', role: 'status' }, isAll && of.text === '' ? '' : summary),
    ...(accounts.length === 0 ? [] : [accountTable(accounts, period)]),
    ...(isAll ? [] : [pager()]),
  ]
}

/** A button that leads nowhere keeps the focus. */
function pager(): HTMLElement {
  const button = (name: string, cursorsOf: () => readonly string[] | undefined): HTMLElement => {
    const made = html('button', { type: 'button', 'aria-disabled': String(cursorsOf() === undefined) }, name)
    made.addEventListener('click', () => {
      const cursors = cursorsOf()
      if (cursors !== undefined) void change({ text: newest.of.text, cursors })
    })
    return made
  }
  return html(
    'nav',
    { class: 'pager', 'aria-label': 'Pages of accounts' },
    button('Previous page', () => (newest.of.cursors.length === 1 ? undefined : newest.of.cursors.slice(0, -1))),
    button('Next page', () => {
      const { of, found } = newest
      return found.next_cursor === null ? undefined : [...of.cursors, found.next_cursor]
    }),
  )
}

function accountTable(accounts: readonly Account[], period: string): HTMLElement {
  return table(
    'Accounts and their units of this month',
    [
      { title: 'Account' },
      { title: 'State' },
      { title: 'Used of the allowance', kind: 'fill' },
      { title: 'Used', kind: 'number' },
      { title: 'Allowance', kind: 'number' },
      { title: 'Share', kind: 'number' },
    ],
    accounts
      .toSorted((a, b) => usedUnits(b) - usedUnits(a))
      .map((account) => {
        const used = usedUnits(account)
        const problem = describeBooks(account)
        return [
          [
            html('a', { href: `#/accounts/${encodeURIComponent(account.id)}/${period}` }, account.name),
            html('span', { class: 'sub' }, account.id),
          ],
          [badge(MOODS[account.state], account.state), problem && html('span', { class: 'sub' }, problem)],
          shareBar(partsOf(account), account.allowance_units),
          formatCount(used),
          formatCount(account.allowance_units),
          formatShare(used, account.allowance_units),
        ]
      }),
  )
}

/** Null: the books enforce what the operator wants. */
function describeBooks({ applied_at: appliedAt, in_books: inBooks }: Account): string | null {
  if (appliedAt === null) return 'not passed to the books yet'
  if (inBooks === 'as_wanted') return null
  const what = inBooks === 'missing' ? 'missing in the books' : 'the books have another state or allowance'
  return `${what}: restart a server`
}

function wide(section: HTMLElement): HTMLElement {
  section.classList.add('wide')
  return section
}
