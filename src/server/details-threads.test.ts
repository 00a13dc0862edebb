import assert from 'node:assert/strict'
import { closeSync, constants, copyFileSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { MessageChannel } from 'node:worker_threads'
import { exampleReleaseDir } from '../http/testing/example-release.ts'
import type { Country } from '../records/country.ts'
import { loadRelease, type SharedRelease } from '../release/shared-release.ts'
import { makePipe } from '../stdx/testing/blocked-thread.ts'
import { LIMIT_MS, until } from '../stdx/testing/until.ts'
import { DetailsClient } from './details-client.ts'
import { DetailsThreads } from './details-threads.ts'
import { makeLog } from './log.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-details-'))
after(() => rmSync(dir, { recursive: true }))
const log = makeLog({ level: 'silent', to: process.stderr })
const release = loadRelease(await exampleReleaseDir())
const ICO = '00000001'

test('details are read by the threads of their release, and a request keeps the release that it has begun with', async () => {
  await using threads = openThreads()
  const client = connect(threads, release, 'sk')
  const before = client.read(ICO)
  client.close()
  // The next release: its threads replace the others.
  const next = connect(threads, { ...release }, 'sk')
  const rows = await Promise.all([before, next.read(ICO)])
  assert(Array.isArray(rows[0]) && 0 < rows[0].length)
  assert.deepEqual(rows[1], rows[0])
  assert.deepEqual(await next.read('99999999'), [])
  next.close()
})

test('a file that hangs delays one request until the limit, the others not at all, and the other country not either', async () => {
  const { hung, path } = hangingCopy('hangs')
  const states: string[] = []
  const failed: string[] = []
  await using threads = openThreads()
  const ports = threads.connect(hung)
  using other = new Closing(ports.sk!)
  const client = new DetailsClient(ports.cz!, {
    changed: (state) => states.push(state),
    failed: (reason) => failed.push(reason),
    answerMaxMs: 1,
  })
  assert.equal(await client.read(ICO), 'unreadable')
  assert.deepEqual(states, ['late'])
  assert(Array.isArray(await other.client.read(ICO)), 'the other country is read')
  // No message: the thread would have to answer it later.
  assert.equal(await client.read(ICO), 'unreadable')
  // The volume answers again: a pipe is no database, which the thread says.
  closeSync(openSync(path, constants.O_WRONLY))
  await until(() => states.length === 2, 'the thread to answer again')
  assert.deepEqual(states, ['late', 'reading'])
  assert.equal(failed.length, 1)
  client.close()
})

test('a thread that hangs does not keep the server, and the details of the next release are read meanwhile', async () => {
  const { hung, path } = hangingCopy('kept')
  const listeners = process.listenerCount('exit')
  {
    await using threads = openThreads(1)
    const client = connect(threads, hung)
    const asked = client.read(ICO)
    client.close()
    const next = connect(threads, release)
    assert(Array.isArray(await next.read(ICO)))
    assert.equal(await asked, 'unreadable')
    next.close()
  }
  assert(listeners < process.listenerCount('exit'), 'the process would be killed at its end')
  closeSync(openSync(path, constants.O_WRONLY))
  await until(() => process.listenerCount('exit') <= listeners, 'the threads to end')
})

test('an answer that came while the http thread stood still is no late one', async () => {
  const { port1, port2 } = new MessageChannel()
  const client = new DetailsClient(port1, { changed: assert.fail, failed: assert.fail, answerMaxMs: 1 })
  // Behind it come the timers, and then the messages.
  await setImmediate()
  const asked = client.read(ICO)
  port2.postMessage({ ticket: 1, rows: [] })
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
  assert.deepEqual(await asked, [])
  client.close()
})

test('a thread that fails is replaced when the http threads connect again', async () => {
  const lost = Promise.withResolvers<void>()
  await using threads = new DetailsThreads({ log, lost: () => lost.resolve() })
  const ports = threads.connect(release)
  const states: string[] = []
  const client = new DetailsClient(ports.cz!, { changed: (state) => states.push(state), failed: assert.fail })
  // A message that is no request: what the thread makes of it throws.
  ports.sk!.postMessage(null)
  await lost.promise
  const again = connect(threads, release)
  assert(Array.isArray(await again.read(ICO)))
  again.close()
  client.close()
})

function openThreads(endMs = LIMIT_MS): DetailsThreads {
  return new DetailsThreads({ log, lost: () => assert.fail('a thread has failed'), endMs })
}

function connect(threads: DetailsThreads, to: SharedRelease, country: Country = 'cz'): DetailsClient {
  const ports = threads.connect(to)
  ports[country === 'sk' ? 'cz' : 'sk']?.close()
  return new DetailsClient(ports[country]!, { changed: () => undefined, failed: assert.fail })
}

class Closing implements Disposable {
  readonly client: DetailsClient

  constructor(port: ConstructorParameters<typeof DetailsClient>[0]) {
    this.client = new DetailsClient(port, { changed: assert.fail, failed: assert.fail })
  }

  [Symbol.dispose](): void {
    this.client.close()
  }
}

/** The details of Slovakia can be read; those of Czechia are a pipe: opening it waits for a writer. */
function hangingCopy(name: string): { readonly hung: SharedRelease; readonly path: string } {
  const folder = mkdtempSync(join(dir, name))
  copyFileSync(join(release.dir, 'companies-sk.details.db'), join(folder, 'companies-sk.details.db'))
  const path = join(folder, 'companies-cz.details.db')
  makePipe(path)
  return { hung: { ...release, dir: folder }, path }
}
