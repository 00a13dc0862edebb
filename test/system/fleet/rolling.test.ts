import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startPostgres } from '../../../src/storage/testing/postgres.ts'
import { Fleet, type Member } from './fleet.ts'
import { makeNextBuild } from './next-build.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-rolling-'))
after(() => rmSync(dir, { recursive: true }))

test('a bad publication, an upgrade of three servers to other formats of releases and books, and a return to the version before: under load every request is answered as if nothing happened', async () => {
  const next = makeNextBuild(join(dir, 'next'))
  const store = join(dir, 'store')
  mkdirSync(store)
  await using postgres = await startPostgres()
  await using fleet = await Fleet.open({
    dir: join(dir, 'fleet'),
    servers: 3,
    databaseUrl: postgres.url,
    seed: 3,
    store,
  })
  const replace = async (member: Member, root?: string): Promise<void> => {
    await fleet.stop(member, 'SIGTERM')
    member.start(root === undefined ? {} : { root })
    await fleet.untilReady(member)
  }
  const [first, ...others] = fleet.members
  const load = await fleet.underLoad(async () => {
    // As a copy to another host that brought the name before the rest.
    const releases = join(first!.place.data, 'releases')
    // Again and again: the server that follows a store mends it.
    const spoiling = setInterval(() => writeFileSync(join(releases, 'current'), '2999-12-31T00-00-00Z\n'), 50)
    await first!.says('/readyz', /"ready":true,.*"degraded":\["release 2999[^"]*is missing or damaged/)
    assert.match((await first!.admin('/metrics')).text, /^regista_release_refused 1$/m)
    clearInterval(spoiling)

    // The next version publishes for itself. The others see nothing of it.
    await fleet.publish(next)
    await replace(first!, next)
    assert.match((await first!.admin('/healthz')).text, /1000\.0\.0/)
    assert.match((await others[0]!.admin('/readyz')).text, /"degraded":\[\]/)
    for (const member of others) await replace(member, next)

    // The books have a column more now, and the version before works with them.
    await replace(first!)
    assert.doesNotMatch((await first!.admin('/healthz')).text, /1000\.0\.0/)
  })
  assert(100 < load.charged)
  assert.equal(fleet.balancer.unserved, 0)
  await fleet.check()
})
