// Run on a folder with little room (`onSmallDisk`): fills the disk before a server starts, and makes room later.
import assert from 'node:assert/strict'
import { closeSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '../../src/stdx/testing/until.ts'
import { freePorts, startServer } from '../fuzz/real-server.ts'
import { regista } from '../testing/regista.ts'
import { runServer } from '../testing/running-server.ts'

const [, , dir, limit] = process.argv as [string, string, string, 'file system' | 'file size']
const ballast = join(dir, 'ballast')
const limitsFile = join(dir, 'limits.json')
writeFileSync(limitsFile, '{}')

const reports: string[] = []
for (const name of ['new', 'used']) {
  const data = join(dir, name)
  if (name === 'used') {
    const { code, stderr } = await regista(['account', 'create', 'Example', '--data', data])
    assert.equal(code, 0, stderr)
    await (await runServer(data, { args: ['--workers', '1'] })).stop()
    // What a restart needs anew.
    rmSync(join(data, 'control.reserve'))
  }
  fill()
  const ports = await freePorts()
  const server = startServer({ data, limitsFile, databaseUrl: undefined, ...ports, args: ['--workers', '1'] })
  const ask = async (): Promise<readonly string[]> => {
    try {
      const answer = await fetch(`http://127.0.0.1:${ports.adminPort}/readyz`, { headers: { connection: 'close' } })
      return ((await answer.json()) as { problems: string[] }).problems
    } catch (error) {
      return [server.hasEnded() ? `it has ended: ${server.log()}` : String(error)]
    }
  }
  const isWaiting = ([problem = '']: readonly string[]) => /full|ended/.test(problem)
  if (limit === 'file system') reports.push(...(await until(ask, 'a server that waits for room', isWaiting)))
  rmSync(ballast, { force: true })
  await until(ask, 'a server that goes on by itself', (problems) => problems.join() === 'nothing is published')
  server.kill('SIGTERM')
  assert.equal((await server.ended).code, 0)
}
console.log(JSON.stringify({ reports }))

/** To the last byte. Where no small disk can be had, nothing may be filled. */
function fill(): void {
  if (limit === 'file size') return
  const file = openSync(ballast, 'a')
  try {
    for (const bytes of [65_536, 4_096, 1]) {
      try {
        for (;;) assert.notEqual(writeSync(file, new Uint8Array(bytes)), 0)
      } catch (error) {
        assert.equal((error as { code?: string }).code, 'ENOSPC')
      }
    }
  } finally {
    closeSync(file)
  }
}
