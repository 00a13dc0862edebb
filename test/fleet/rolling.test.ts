import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { ReleaseFolder } from '../../src/release/release.ts'
import { startPostgres } from '../../src/storage/testing/postgres.ts'
import { Fleet } from './fleet.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-rolling-'))
after(() => rmSync(dir, { recursive: true }))

test('a rolling restart and a bad publication under load: every request is answered as if nothing happened', async () => {
  await using postgres = await startPostgres()
  await using fleet = await Fleet.open({ dir: join(dir, 'restart'), servers: 3, databaseUrl: postgres.url, seed: 3 })
  const [first] = fleet.members

  const load = await fleet.underLoad(async () => {
    const folder = new ReleaseFolder(join(fleet.publisher, 'releases'))
    const good = folder.currentId()!
    publishDamaged(folder, good)
    await first!.says('/readyz', /"degraded":\["release 2999[^"]*is missing or damaged/)
    assert.equal((await first!.admin('/readyz')).status, 200)
    assert.match((await first!.admin('/metrics')).text, /^regista_release_refused 1$/m)
    writeFileSync(join(folder.dir, 'current'), `${good}\n`)
    for (const member of fleet.members) {
      await member.stop('SIGTERM')
      member.start()
      await fleet.untilReady(member)
    }
  })
  assert(100 < load.charged)
  assert.equal(fleet.balancer.unserved, 0)
  await fleet.check()
})

/** As a copy that brought the name before the files. */
function publishDamaged(folder: ReleaseFolder, good: string): void {
  const id = '2999-12-31T00-00-00Z'
  cpSync(folder.path(good), folder.path(id), { recursive: true })
  rmSync(join(folder.path(id), 'manifest.json'))
  writeFileSync(join(folder.dir, 'current'), `${id}\n`)
}
