import { shareBar } from './chart.ts'
import { badge, card, code, command, html, type Mood, quiet, table } from './dom.ts'
import { formatCount, formatMonth, formatShare, plural } from './format.ts'
import type { Account, Accounts } from './types.ts'
import { partsOf, usedUnits } from './units.ts'

/** More rows than this are found by the filter. */
const ROWS_MAX = 200
/** From so many accounts on, a filter helps. */
const FILTER_FROM = 12

const MOODS: Readonly<Record<Account['state'], Mood>> = {
  verified: 'good',
  pending: 'warn',
  suspended: 'bad',
  closed: 'quiet',
}

export function accountsCard({ accounts, period }: Accounts): HTMLElement {
  const title = `Accounts in ${formatMonth(period)}`
  if (accounts.length === 0)
    return wide(
      card(
        title,
        null,
        html('p', {}, 'No account yet. Create one with a project and a key:'),
        command('regista setup "My shop" --origin https://shop.example'),
      ),
    )
  newest = { accounts: accounts.toSorted((a, b) => usedUnits(b) - usedUnits(a)), period }
  const rows = html('div', {}, filteredRows())
  return wide(
    card(
      title,
      quiet(plural(accounts.length, 'account')),
      accounts.length < FILTER_FROM ? null : filterInput(),
      rows,
      quiet('Change a month: ', code('regista account allowance ID UNITS')),
    ),
  )
}

/** A refresh keeps the input and what is typed into it, and brings other accounts. */
let newest: Pick<Accounts, 'accounts' | 'period'>
let typed = ''

function filterInput(): HTMLElement {
  const filter = html('input', {
    type: 'search',
    placeholder: 'Filter by name or id',
    'aria-label': 'Filter accounts',
  }) as HTMLInputElement
  filter.value = typed
  filter.addEventListener('input', () => {
    typed = filter.value
    filter.nextElementSibling!.replaceChildren(...filteredRows())
  })
  return filter
}

function filteredRows(): HTMLElement[] {
  const wanted = typed.trim().toLowerCase()
  const matching = newest.accounts.filter(({ id, name }) => `${name} ${id}`.toLowerCase().includes(wanted))
  if (matching.length === 0) return [quiet('No account matches.')]
  const first = accountTable(matching.slice(0, ROWS_MAX), newest.period)
  if (matching.length <= ROWS_MAX) return [first]
  return [first, quiet(`The first ${ROWS_MAX} of ${plural(matching.length, 'account')}.`)]
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
    accounts.map((account) => {
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
