import { type Act, actButton, describeLine, type Line, readLog } from './act-dialog.ts'
import {
  type AdminAccount,
  type AdminDoubt,
  type AdminKey,
  type AdminProject,
  accountActs,
  keyActs,
  newCustomer,
  projectActs,
  rotateSessions,
  trustDoubt,
} from './acts.ts'
import { ApiError } from './api.ts'
import { type Content, card, code, html, quiet, table } from './dom.ts'
import { formatDay, timeOf } from './format.ts'
import { callAdmin, currentSession } from './session.ts'

/** What the operator who is signed in can change; undefined: nobody is. */
async function whenSignedIn(build: () => Promise<HTMLElement[]>): Promise<HTMLElement[] | undefined> {
  if (currentSession() === undefined) return undefined
  try {
    return await build()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // The session has ended: the page names commands again.
    if (currentSession() === undefined) return undefined
    return [wide(card('Change', null, html('p', { class: 'notice bad' }, error.message)))]
  }
}

/** On the first page. */
export async function generalChanges(): Promise<HTMLElement[]> {
  const built = await whenSignedIn(async () => {
    const { data: doubts } = await callAdmin<AdminDoubt[]>('GET', 'doubts')
    return [actButtons([...doubts.map(trustDoubt), newCustomer(), rotateSessions()]) ?? onlyReads()]
  })
  return built ?? []
}

const onlyReads = (): HTMLElement => quiet('Your role only reads.')

function actButtons(acts: readonly Act[]): HTMLElement | null {
  const buttons = acts.map(actButton).filter((button) => button !== null)
  return buttons.length === 0 ? null : html('p', { class: 'acts' }, buttons)
}

/** Keys of more projects are too many for a page. */
const PROJECTS_MAX = 20
const MORE_PROJECTS = `Only the first ${PROJECTS_MAX} projects of this account can be changed here. For the others: regista project and regista key.`
const LINES_MAX = 20

/** On the page of an account. */
export function changesOfAccount(id: string): Promise<HTMLElement[] | undefined> {
  return whenSignedIn(async () => {
    const [{ data: account }, { data: projects, meta }, lines] = await Promise.all([
      callAdmin<AdminAccount>('GET', `accounts/${id}`),
      callAdmin<AdminProject[]>('GET', `projects?account=${id}&limit=${PROJECTS_MAX}`),
      readLog(id, LINES_MAX),
    ])
    const keys = await Promise.all(
      projects.map((project) => callAdmin<AdminKey[]>('GET', `projects/${project.id}/keys`)),
    )
    const isOpen = account.state !== 'closed'
    return [
      wide(card('Change this account', null, actButtons(accountActs(account)) ?? onlyReads())),
      ...(isOpen ? projects.map((project, i) => projectCard(project, keys[i]!.data, id)) : []),
      ...(isOpen && meta.next_cursor !== null ? [wide(card('More projects', null, quiet(MORE_PROJECTS)))] : []),
      logCard(lines),
    ]
  })
}

function projectCard(project: AdminProject, keys: readonly AdminKey[], account: string): HTMLElement {
  const working = keys.filter((key) => key.revoked_at === null && !isPast(key.expires_at))
  const rows = working.map((key): Content[] => [
    [key.name === '' ? 'key' : key.name, ` …${key.last4}`, html('span', { class: 'sub' }, key.id)],
    key.last_used_on === null ? 'never' : formatDay(key.last_used_on),
    key.expires_at === null ? 'without end' : timeOf(key.expires_at),
    actButtons(keyActs(key, account)),
  ])
  const columns = [{ title: 'Key' }, { title: 'Last used' }, { title: 'Ends' }, { title: 'Change' }]
  const section = card(
    `Project ${project.name}`,
    quiet(code(project.client_id)),
    actButtons(projectActs(project, account)),
    rows.length === 0 ? quiet('It has no key that works.') : table(`Keys of ${project.name}`, columns, rows),
  )
  return wide(section)
}

function isPast(iso: string | null): boolean {
  return iso !== null && Date.parse(iso) < performance.timeOrigin + performance.now()
}

function logCard(lines: readonly Line[]): HTMLElement {
  const rows = lines.map((line): Content[] => [timeOf(line.at), line.who, describeLine(line)])
  const columns = [{ title: 'When' }, { title: 'Who' }, { title: 'What' }]
  const title = 'What operators changed'
  return wide(
    card(title, quiet('the newest first'), rows.length === 0 ? quiet('Nothing yet.') : table(title, columns, rows)),
  )
}

function wide(section: HTMLElement): HTMLElement {
  section.classList.add('wide')
  return section
}
