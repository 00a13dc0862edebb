import { execFileSync } from 'node:child_process'
import { basename } from 'node:path'
import { COUNTERS } from '../../src/ledger/node/counters.ts'
import type { MutantEnd, MutantResult } from './mutant-run.ts'
import { FAULT_KINDS } from './plan.ts'
import { SITUATIONS } from './situations.ts'
import type { Summary } from './summary.ts'

/** Formats the results of a run. */
export function summaryTable(
  summary: Summary,
  run: { from: number; seeds: number; workers: number; ms: number },
): string {
  const { seeds, events, nodes, violations } = summary
  const perSeed = Math.round(events / seeds)
  const perSecond = Math.round((events / run.ms) * 1000)
  const unsold = violations.filter(({ message }) => message.startsWith('all is charged')).length
  const three = Object.entries(nodes).reduce((sum, [count, worlds]) => sum + (3 <= Number(count) ? worlds : 0), 0)
  return [
    `commit ${commitName()}, ${seeds === run.seeds ? '' : `${seeds} of the `}seeds ${run.from} to ${run.from + run.seeds - 1}, ${run.workers} workers, ${(run.ms / 1000).toFixed(0)} s`,
    '',
    row('seeds', seeds),
    row('events (one dispatch of the kernel each)', events),
    row('events per seed', perSeed),
    row('events per second', perSecond),
    row('worlds with three nodes or more', `${three} (${((three / seeds) * 100).toFixed(0)} %)`),
    row('worlds by nodes', counts(nodes)),
    row('usage answers checked', summary.usages),
    row('trace hash of all seeds', (summary.hash >>> 0).toString(16)),
    row('violations', violations.length),
    row('worlds with unsold units at the end', unsold),
    '',
    section('Answers', summary.answers, Object.keys(summary.answers)),
    section('Faults', summary.injected, [
      ...FAULT_KINDS.filter((kind) => kind !== 'rollover'),
      'unreachable',
      'clock_ahead_at_start',
      'fenced',
    ]),
    section('Counters of the nodes', summary.counters, Object.keys(COUNTERS)),
    section('Situations', summary.reached, SITUATIONS),
    ...violations.slice(0, 20).map(({ seed, message }) => `VIOLATION in seed ${seed}: ${message}`),
  ].join('\n')
}

export function mutantTable(results: readonly MutantResult[]): string {
  return results
    .map(({ mutant, end, isAsStated, seeds, message }) => {
      const words = mutant.test === undefined ? END_WORDS[end](seeds) : `${TEST_WORDS[end]} ${basename(mutant.test)}`
      const why = end === 'not_caught' ? (mutant.equivalent ?? 'A HOLE') : message.slice(0, 90)
      const warning = isAsStated ? '' : 'NOT AS STATED: '
      return `${mutant.name.padEnd(44)} ${words.padEnd(24)} ${warning}${why}`
    })
    .join('\n')
}

const END_WORDS: Readonly<Record<MutantEnd, (seeds: number) => string>> = {
  caught: (seeds) => `caught by seed ${seeds}`,
  not_caught: (seeds) => `not caught in ${seeds} seeds`,
  broken: () => 'BROKEN',
}

const TEST_WORDS: Readonly<Record<MutantEnd, string>> = {
  caught: 'caught by',
  not_caught: 'not caught by',
  broken: 'BROKEN in',
}

/** Lists the mutants that did not end as their authors state. */
export function mutantVerdict(results: readonly MutantResult[]): string {
  const others = results.filter(({ isAsStated }) => !isAsStated)
  const lines = others.map(({ mutant: { name }, end, message }) => {
    if (end === 'broken') return `${name}: the mutant itself is broken and proves nothing: ${message}`
    if (end === 'caught') return `${name}: is said to do no harm, and was caught: ${message}`
    return `${name}: was not caught`
  })
  return [`${results.length - others.length} of ${results.length} mutants ended as stated`, ...lines].join('\n')
}

export function commitName(): string {
  const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim()
  try {
    return `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain') === '' ? '' : ' and changes'}`
  } catch {
    return 'unknown'
  }
}

function row(name: string, value: string | number): string {
  return `${name.padEnd(44)} ${value}`
}

function counts(of: Readonly<Record<string, number>>): string {
  return Object.entries(of)
    .map(([name, count]) => `${name}: ${count}`)
    .join(', ')
}

function section(title: string, found: Readonly<Record<string, number>>, names: readonly string[]): string {
  const lines = names.map((name) =>
    row(`  ${name}`, `${found[name] ?? 0}${found[name] === undefined ? '  NEVER' : ''}`),
  )
  return [title, ...lines, ''].join('\n')
}
