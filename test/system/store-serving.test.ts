import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openControlDatabase } from '../../src/access/control/control.ts'
import { createCustomer } from '../../src/access/testing/customers.ts'
import { exampleCompany, importExample } from '../../src/catalog/testing/sets.ts'
import { ask } from '../../src/http/testing/ask.ts'
import { House } from '../../src/release/testing/house.ts'
import { systemClock } from '../../src/stdx/clock.ts'
import { until } from '../../src/stdx/testing/until.ts'
import { startFileServer } from '../../src/store/testing/file-server.ts'
import { makeFolder } from '../../src/store/testing/scene.ts'
import { regista } from '../testing/regista.ts'
import { runServer } from '../testing/running-server.ts'

const dir = makeFolder()
const house = new House(makeFolder())
const store = join(dir, 'store')

function importNames(day: string, names: readonly string[]): void {
  const rows = names.map((name, i) => [i + 1, exampleCompany({ ico: `0000000${i + 1}`, name })] as const)
  importExample(house.catalog, { observedOn: day, rows })
}

async function command(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await regista([...args, '--data', house.dir, '--store', store])
  assert.equal(code, 0, stderr)
  return stdout
}

/** A server with an empty folder, which follows the store at an address. */
async function startServer(name: string, address: string) {
  const data = join(dir, name)
  mkdirSync(data)
  await using control = await openControlDatabase({ data, databaseUrl: undefined }, 'write')
  const { text } = await createCustomer({ database: control, clock: systemClock }, { units: 1_000_000 })
  const server = await runServer(data, { args: ['--workers', '1', '--store', address] })
  return {
    server,
    state: async () => JSON.parse((await server.admin('/readyz')).text),
    /** The name of the first company, or null. */
    async suggest(): Promise<string | null> {
      const query = { q: 'Vzorka', country: 'sk' }
      const { status, json } = await ask(server.port, { path: '/v1/autocomplete/companies', query, key: text })
      // The waits below ask more often than a key may.
      if (status === 429) return 'too many requests'
      assert.equal(status, 200, JSON.stringify(json))
      return json.data?.[0]?.name ?? null
    },
  }
}

test('servers with empty folders serve what another machine publishes, changes and withdraws through a store', async () => {
  const pair = generateKeyPairSync('ed25519')
  const files = {
    SIGNING: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }),
    PUBLIC: pair.publicKey.export({ type: 'spki', format: 'pem' }),
  }
  for (const [name, pem] of Object.entries(files)) {
    writeFileSync(join(dir, name), pem)
    process.env[`REGISTA_STORE_${name}_KEY_FILE`] = join(dir, name)
  }
  mkdirSync(store)
  await using web = await startFileServer(store)
  const first = await startServer('first', store)
  const second = await startServer('second', web.url)
  await using _first = first.server
  await using _second = second.server
  const both = [first, second]
  for (const { state } of both) assert.equal((await state()).ready, false)

  importNames('2026-06-01', ['Vzorka jedna', 'Mlyn'])
  await command('publish')
  for (const { state, suggest } of both) {
    await until(async () => (await state()).ready, 'the server is ready')
    assert.equal(await suggest(), 'Vzorka jedna')
  }
  assert.match((await first.server.admin('/metrics')).text, /^regista_store_problem 0$/m)

  importNames('2026-06-02', ['Vzorka dva', 'Mlyn'])
  await command('publish')
  for (const { suggest } of both) await until(async () => (await suggest()) === 'Vzorka dva', 'the change is served')

  await command('record', 'remove', 'sk', '00000001', '--why', 'asked for')
  for (const { suggest } of both) await until(async () => (await suggest()) === null, 'the record is withdrawn')

  renameSync(store, `${store}-away`)
  for (const { state } of both) await until(async () => (await state()).degraded.length !== 0, 'the fault is shown')
  for (const { state } of both) assert.equal((await state()).ready, true)
  renameSync(`${store}-away`, store)

  await command('rollback')
  await command('record', 'restore', 'sk', '00000001')
  for (const { suggest, state } of both) {
    await until(async () => (await suggest()) === 'Vzorka jedna', 'the first release is served again')
    // A thread may still change to it, and the store is asked again after some seconds.
    await until(async () => (await state()).degraded.length === 0, 'nothing is wrong')
  }
  assert.equal(readdirSync(join(dir, 'second/releases')).filter((name) => name.startsWith('20')).length, 2)
})

test('a server does not start with a bucket without keys, and says what it needs', async () => {
  const { code, stderr } = await regista(['serve', '--data', join(dir, 'other'), '--store', 's3://acme/x'])
  assert.equal(code, 1)
  assert.match(stderr, /AWS_ACCESS_KEY_ID/)
})
