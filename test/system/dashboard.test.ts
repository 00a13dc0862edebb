import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { becomes } from '../conformance/scene.ts'
import { findEmpty, readQuery, readSeries, type Series } from '../testing/promql.ts'
import { publishFixtures } from '../testing/published-fixtures.ts'
import { regista } from '../testing/regista.ts'
import { runServer } from '../testing/running-server.ts'
import { ROOT } from '../testing/source-tree.ts'

interface Query {
  readonly place: string
  readonly expr: string
  readonly legend: string
}

function readDeployed(name: string): string {
  return readFileSync(join(ROOT, 'deploy', name), 'utf8')
}

function allQueries(): Query[] {
  const { panels } = JSON.parse(readDeployed('grafana/regista.json')) as {
    panels: { title: string; targets: { expr: string; legendFormat: string }[] }[]
  }
  const { groups } = parse(readDeployed('prometheus/rules.yaml')) as {
    groups: { rules: { alert: string; expr: string }[] }[]
  }
  return [
    ...panels.flatMap(({ title, targets }) =>
      targets.map(({ expr, legendFormat }) => ({ place: title, expr, legend: legendFormat })),
    ),
    ...groups.flatMap(({ rules }) => rules.map(({ alert, expr }) => ({ place: alert, expr, legend: '' }))),
  ]
}

/** Needs a standby of PostgreSQL, a store, or sessions that used half of a day's budget. */
const RARE: readonly Series[] = [
  { name: 'regista_books_commits_synchronous', labels: {} },
  { name: 'regista_store_problem', labels: {} },
  { name: 'regista_browser_budget_share', labels: { owner: 'acc_…' } },
]

/** Prometheus adds the labels of a scrape, and a series of its own for each server. */
function asScraped(series: readonly Series[]): Series[] {
  const { scrape_configs: jobs } = parse(readDeployed('prometheus/prometheus.yaml')) as {
    scrape_configs: { job_name: string; static_configs: { targets: string[] }[] }[]
  }
  return jobs.flatMap(({ job_name: job, static_configs: configs }) =>
    configs.flatMap(({ targets }) =>
      targets.flatMap((instance) =>
        [...series, { name: 'up', labels: {} }].map(({ name, labels }) => ({
          name,
          labels: { ...labels, job, instance },
        })),
      ),
    ),
  )
}

test('each selector, label and value in the queries of the dashboard and of the alarms is on a live server', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'regista-dashboard-'))
  const published = await publishFixtures()
  try {
    const data = join(dir, 'data')
    const setup = await regista(['setup', 'Shop', '--data', data, '--json'])
    const [key] = /rgk_[0-9a-f]{64}/.exec(setup.stdout) ?? assert.fail(setup.stderr)
    await using server = await runServer(data)
    const request = async (path: string, headers: Record<string, string> = { authorization: `Bearer ${key}` }) =>
      (await fetch(`http://127.0.0.1:${server.port}${path}`, { headers })).status
    const suggestion = '/v1/autocomplete/companies?country=cz&q=les'
    assert.equal(await request(suggestion), 503, 'nothing is published')
    assert.equal(await request(suggestion, {}), 401)
    assert.equal(await request(`${suggestion}&key=${key}`), 400)
    // The name of the release comes last, as in a publication.
    for (const name of [basename(published.folder.current()!.dir), 'current'])
      cpSync(join(published.folder.dir, name), join(data, 'releases', name), { recursive: true })
    await becomes(200, async () => (await server.admin('/readyz')).status)
    assert.equal(await request(suggestion), 200)

    const { text } = await server.admin('/metrics')
    const series = asScraped([...readSeries(text), ...RARE])
    const empty = allQueries().flatMap(({ place, expr, legend }) =>
      findEmpty(expr, series, legend).map((what) => `${place}: ${what}`),
    )
    assert.deepEqual(empty, [])
  } finally {
    published.remove()
    rmSync(dir, { recursive: true })
  }
})

const REQUESTS: Series = { name: 'r_total', labels: { operation: 'a', status: '200', instance: 'i' } }
const FAILURES: Series = { name: 'f_total', labels: { instance: 'i' } }

const EMPTY: readonly (readonly [query: string, legend: string, empty: readonly string[]])[] = [
  ['sum by (status) (rate(r_total{status=~"2.."}[5m])) > 0.01 * time()', '{{status}}', []],
  ['sum(rate(f_total[5m])) by (instance) / on (instance) max by (instance) (r_total offset 1h)', '', []],
  ['r_total{status!="500", operation!~"b|c"} and f_total', '{{instance}}', []],
  ['rate(r_total{status="404"}[5m])', '', ['r_total with [{"label":"status","operator":"=","value":"404"}]']],
  ['r_total{status=~"2"}', '', ['r_total with [{"label":"status","operator":"=~","value":"2"}]']],
  ['r_total{code!="5"}', '', ['code of r_total']],
  ['sum by (status, code) (rate(r_total[5m]))', '', ['code of r_total']],
  ['r_total + on (status) f_total', '', ['status of f_total']],
  ['topk(3, r_total)', '{{owner}}', ['owner of r_total']],
  ['sum by (status) (r_total)', '{{operation}}', ['operation in the legend']],
  ['absent(x_total)', '', ['x_total with []']],
  ['time()', '', ['no selector']],
]

test('what would keep a query empty is found', () => {
  for (const [query, legend, empty] of EMPTY)
    assert.deepEqual(findEmpty(query, [REQUESTS, FAILURES], legend), empty, query)
  assert.deepEqual(readSeries('# TYPE a gauge\na{b="c \\"d\\""} 1.5e+3\na 2\n'), [
    { name: 'a', labels: { b: 'c "d"' } },
    { name: 'a', labels: {} },
  ])
  assert.equal(readQuery('a > 3 * 86400 or b').selectors.length, 2)
})
