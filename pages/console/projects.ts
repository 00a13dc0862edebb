import { badge, card, code, html, quiet, table } from './dom.ts'
import { formatCount } from './format.ts'
import type { Project, Projects } from './types.ts'

/** What the pages of an account need, and with which commands it is changed. */
export function projectsCard({ projects, more }: Projects, hasCommands: boolean): HTMLElement {
  const commands = [
    quiet('Allow a web site: ', code('regista project allow-origin ID ORIGIN')),
    quiet('Set the budget of one project: ', code('regista project browser-budget ID UNITS')),
    quiet('Issue a server key: ', code('regista key issue --project ID --scopes all')),
  ]
  const section = card(
    'Projects',
    null,
    projects.length === 0
      ? html('p', {}, 'No project yet.')
      : table(
          'Projects with their client ids, origins and budgets',
          [{ title: 'Project and client id' }, { title: 'Origins' }, { title: 'Browsers a day' }],
          projects.map((project) => [
            [
              project.name,
              html('span', { class: 'sub' }, project.id),
              html('span', { class: 'sub' }, code(project.client_id)),
              project.state === 'active' ? null : badge('bad', project.state),
            ],
            project.origins.length === 0
              ? html('span', { class: 'quiet' }, 'none: no page may use it')
              : project.origins.map((origin) => html('div', {}, origin)),
            budget(project),
          ]),
        ),
    more ? quiet(`The first ${projects.length}; `, code('regista project list'), ' has all.') : null,
    ...(hasCommands ? commands : []),
  )
  section.classList.add('wide')
  return section
}

function budget({ browser_budget: { is_shared, units_daily, address_units_daily } }: Project): HTMLElement[] {
  const address = address_units_daily === null ? 'no part' : formatCount(address_units_daily)
  return [
    html('span', {}, units_daily === null ? 'no limit' : `${formatCount(units_daily)} units`),
    html('span', { class: 'sub' }, is_shared ? 'shared with the account' : 'of its own'),
    html('span', { class: 'sub' }, `for one address: ${address}`),
  ]
}

/** How an operator who is not signed in changes an account. */
export function commandsCard(id: string): HTMLElement {
  const section = card(
    'Change this account',
    quiet('in a terminal of the server'),
    ...[
      ['Units a month', `regista account allowance ${id} UNITS`],
      ['Units a day for browsers', `regista account browser-budget ${id} UNITS`],
      ['Give units back', `regista account credit ${id} UNITS --why TEXT`],
      ['Stop it, and let it go on', `regista account suspend ${id}`, `regista account resume ${id}`],
    ].map(([what, ...commands]) =>
      html('p', {}, html('span', { class: 'sub' }, what!), ...commands.map((one) => html('div', {}, code(one)))),
    ),
  )
  section.classList.add('wide')
  return section
}
