import { badge, card, code, command, facts, html, quiet, table } from './dom.ts'
import { formatAge, formatBytes, formatCount, formatDay, formatDifference, plural, timeOf } from './format.ts'
import type { Keys, Ledger, Release, Releases, Server, Servers, Source, Sources } from './types.ts'

const SERVER_MOODS = { live: 'good', lost: 'bad', ended: 'quiet' } as const

const SERVER_WORDS = {
  live: 'live',
  lost: 'lost: it writes no heartbeat',
  ended: 'ended',
} as const

export function serversCard({ nodes, as_of }: Servers, server: Server): HTMLElement {
  const live = nodes.filter(({ state }) => state === 'live').length
  return card(
    'Servers',
    quiet(`${formatCount(live)} live, ${formatCount(nodes.length - live)} earlier`),
    facts([
      ['This server', server.is_ready ? badge('good', 'ready') : badge('bad', 'not ready')],
      ['Workers', `${server.workers}${server.worker_deaths === 0 ? '' : `, ${plural(server.worker_deaths, 'death')}`}`],
      ['Last heartbeat', `${(server.heartbeat_age_ms / 1000).toFixed(1)} s ago`],
      ['Free disk space', server.free_bytes === null ? 'unknown' : formatBytes(server.free_bytes)],
    ]),
    table(
      'Servers, the newest start first',
      [{ title: 'Server' }, { title: 'State' }, { title: 'Started' }],
      nodes.map(({ node, incarnation, state, started_at }) => [
        [
          code(node.slice(0, 12)),
          html(
            'span',
            { class: 'sub' },
            `incarnation ${incarnation}${incarnation === server.incarnation ? ', this one' : ''}`,
          ),
        ],
        badge(SERVER_MOODS[state], SERVER_WORDS[state]),
        [timeOf(started_at), html('span', { class: 'sub' }, formatAge(started_at, as_of))],
      ]),
    ),
  )
}

export function sourcesCard({ sources, invented, release }: Sources): HTMLElement {
  if (sources.length === 0)
    return card(
      'Sources',
      null,
      html('p', {}, 'Nothing is published yet. Fetch the registers and publish them:'),
      command('regista sync && regista publish'),
    )
  return card(
    'Sources',
    quiet(`of release ${release}`),
    invented ? html('p', { class: 'notice' }, 'Invented sample data: every answer says so.') : null,
    table(
      'Freshness of each source and the next file',
      [{ title: 'Source' }, { title: 'Data of' }, { title: 'Next file' }],
      sources.map((source) => [sourceName(source), freshness(source, invented), nextFile(source, invented)]),
    ),
    quiet('Fetch what is new: ', code('regista sync && regista publish')),
  )
}

function sourceName({ name, missing_days }: Source): (string | Node)[] {
  if (missing_days.length === 0) return [name]
  return [name, html('span', { class: 'sub bad' }, `${plural(missing_days.length, 'day')} missing`)]
}

function freshness(source: Source, invented: boolean): Node[] {
  const { observed_on, age_days, stale_after_days, state, regions } = source

  const day = formatDay(observed_on)
  const limit = invented ? 'never stale' : `stale after ${stale_after_days}`
  const age = html('span', { class: 'sub' }, `${plural(age_days, 'day')} old; ${limit}`)
  const late = regions
    .filter((one) => one.state === 'stale')
    .map((one) => `${one.name} of ${formatDay(one.observed_on)}`)
  const behind = late.length === 0 || invented ? [] : [html('span', { class: 'sub bad' }, late.join(', '))]
  return [invented ? badge('quiet', day) : badge(state === 'fresh' ? 'good' : 'bad', day), age, ...behind]
}

function nextFile({ next_file }: Source, invented: boolean): Node[] {
  if (next_file === undefined) return []
  const { file, expected_on, state } = next_file
  const isDue = state === 'due' && !invented
  return [
    code(file),
    html(
      'span',
      { class: isDue ? 'sub warn' : 'sub' },
      `${isDue ? 'due since' : 'expected on'} ${formatDay(expected_on)}`,
    ),
  ]
}

export function releasesCard({ releases, as_of }: Releases): HTMLElement {
  if (releases.length === 0)
    return card(
      'Releases',
      null,
      html('p', {}, 'No release yet, so requests are answered with 503. Make one:'),
      command('regista publish'),
    )
  const names = [...new Set(releases.flatMap(({ segments }) => segments.map(({ name }) => name)))]
  const section = card(
    'Releases',
    quiet(`${plural(releases.length, 'release')} kept`),
    table(
      'Records of each release, with the difference to the one before',
      [{ title: 'Release' }, { title: 'Made' }, ...names.map((title) => ({ title, kind: 'number' as const }))],
      releases.map((release) => [
        [release.id, html('div', {}, release.is_current ? badge('good', 'served') : badge('quiet', 'kept'))],
        made(release, as_of),
        ...names.map((name) => records(release, name)),
      ]),
    ),
    quiet('Make one: ', code('regista publish'), '. Go back: ', code('regista rollback')),
  )
  section.classList.add('wide')
  return section
}

function made({ created_at, problem }: Release, asOf: string): Node[] {
  if (problem !== null) return [html('span', { class: 'bad' }, problem)]
  if (created_at === null) return []
  return [timeOf(created_at), html('span', { class: 'sub' }, formatAge(created_at, asOf))]
}

function records({ segments }: Release, wanted: string): (string | Node)[] {
  const segment = segments.find(({ name }) => name === wanted)
  if (segment === undefined) return ['–']
  return [
    formatCount(segment.records),
    html('span', { class: 'sub' }, formatDifference(segment.records_difference)),
    html('span', { class: 'sub' }, `${formatCount(segment.living_records)} living`),
  ]
}

export function ledgerCard(ledger: Ledger, server: Server): HTMLElement {
  const { is_trusted, doubts, total_doubts: total, notices, audit, exports, last_trust_request } = ledger
  const waits = ledger.commits_wait_for_standby
  const counters = Object.entries(server.ledger_counters).filter(([, count]) => 0 < count)
  return card(
    'Ledger',
    is_trusted ? badge('good', 'trusted') : badge('bad', plural(total, 'doubt')),
    doubts.map(({ id, account, reason, detail }) =>
      html(
        'p',
        { class: 'notice bad' },
        `Doubt ${id} stops ${account ?? 'all accounts'}: ${reason}, ${detail}. `,
        code('regista accounting status'),
        ' says what to do.',
      ),
    ),
    doubts.length < total
      ? quiet(`The first ${doubts.length}; `, code('regista accounting status'), ' has all.')
      : null,
    facts([
      ['Database', ledger.database === 'sqlite' ? 'SQLite' : 'PostgreSQL'],
      ['Clock of the books', timeOf(ledger.books_time)],
      ['Commits wait for a standby', waits === null ? 'there is none' : waits ? 'yes' : 'no'],
      ['Live servers', formatCount(ledger.living_nodes)],
      ['Last full audit', audit.full_at === null ? 'none yet' : formatAge(audit.full_at, ledger.as_of)],
      ['Verified', plural(audit.verified_batches, 'batch', 'batches')],
      ['Exported', exports.length === 0 ? 'nothing' : exports.map(({ file }) => file).join(', ')],
      [
        'Last trust request',
        last_trust_request === null
          ? 'none'
          : `${last_trust_request.why}: ${last_trust_request.answer ?? 'not answered yet'}`,
      ],
    ]),
    quiet('Compare counts and journal: ', code('regista audit')),
    notices.length === 0
      ? null
      : html(
          'details',
          {},
          html('summary', {}, plural(notices.length, 'notice')),
          table(
            'Notices',
            [{ title: 'Time' }, { title: 'What' }],
            notices.map(({ at, reason, detail }) => [timeOf(at), [reason, html('span', { class: 'sub' }, detail)]]),
          ),
        ),
    counters.length === 0
      ? null
      : html(
          'details',
          {},
          html('summary', {}, 'Counters of this server since its start'),
          table(
            'Counters of this server since its start',
            [{ title: 'Counter' }, { title: 'Count', kind: 'number' }],
            counters.map(([name, count]) => [name.replaceAll('_', ' '), formatCount(count)]),
          ),
        ),
  )
}

export function keysCard({ keys, warning_days, more }: Keys): HTMLElement {
  const section = card(
    'Keys close to expiry',
    quiet(`within ${warning_days} days`),
    keys.length === 0
      ? html('p', {}, `No key expires within ${warning_days} days.`)
      : table(
          'Keys close to expiry',
          [{ title: 'Key' }, { title: 'Project' }, { title: 'Expires' }],
          keys.map(({ id, name, last4, project, account, expires_at, days_left }) => [
            [`${name === '' ? 'key' : name} …${last4}`, html('span', { class: 'sub' }, id)],
            [project.name ?? project.id, html('span', { class: 'sub' }, account.name ?? '')],
            [
              timeOf(expires_at),
              html('span', { class: 'sub warn' }, days_left === 0 ? 'within a day' : `in ${plural(days_left, 'day')}`),
            ],
          ]),
        ),
    more ? quiet(`The first ${keys.length}; `, code('regista doctor'), ' names all.') : null,
    keys.length === 0 ? null : quiet('Issue its successor: ', code('regista key rotate ID')),
  )
  return section
}
