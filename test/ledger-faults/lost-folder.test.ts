import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Ledger } from '../../src/ledger/ledger.ts'
import { startPostgres } from '../../src/storage/testing/postgres.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-lost-folder-'))
const postgres = await startPostgres()
after(async () => {
  await postgres[Symbol.asyncDispose]()
  rmSync(dir, { recursive: true })
})

/** The data folder of a stopped server. */
const stopped = join(dir, 'stopped')
before(async () => void (await (await start(stopped)).ledger.close()))

test('books whose node folder is lost are in doubt until the operator resolves it', async () => {
  const data = withoutFolder('lost', 'node')
  for (let starts = 0; starts < 2; starts++) {
    const { ledger, doubts } = await start(data)
    assert.deepEqual(doubts, ['node_folder_lost'])
    await ledger.close()
  }
  // The folder is lost again before the operator resolves the doubt.
  rmSync(join(data, 'node'), { recursive: true })
  const { ledger, doubts } = await start(data)
  assert.deepEqual(doubts, ['node_folder_lost'], 'it is one doubt')
  await ledger.close()
})

test('a folder with its identity and without its notes counts as lost', async () => {
  const { ledger, doubts } = await start(withoutFolder('half', 'node/notes.db'))
  assert.deepEqual(doubts, ['node_folder_lost'])
  await ledger.close()
})

test('new books in a new folder are in no doubt, nor are books whose folder lost only its mark', async () => {
  for (const data of [join(dir, 'new'), withoutFolder('without-mark', 'node/mark')]) {
    const { ledger, doubts } = await start(data)
    assert.deepEqual(doubts, [])
    await ledger.close()
  }
})

test('with PostgreSQL a new server is not reported; a known one without its notes is logged, and charges', async () => {
  const databaseUrl = postgres.url
  const first = await start(join(dir, 'first'), databaseUrl)
  await first.ledger.close()
  const second = await start(join(dir, 'second'), databaseUrl)
  await second.ledger.close()
  assert.deepEqual([...first.warnings, ...second.warnings], [])
  rmSync(join(dir, 'first/node/notes.db'))
  const again = await start(join(dir, 'first'), databaseUrl)
  assert.deepEqual(again.doubts, [])
  assert.match(
    again.warnings.join(),
    /^node [0-9a-f]{32}: a server has written these books before, and its folder "node" is empty/,
  )
  await again.ledger.close()
})

function withoutFolder(name: string, lost: string): string {
  const data = join(dir, name)
  cpSync(stopped, data, { recursive: true })
  rmSync(join(data, lost), { recursive: true })
  return data
}

async function start(data: string, databaseUrl?: string) {
  const warnings: string[] = []
  const ledger = await Ledger.open({ data, databaseUrl, warn: (text) => warnings.push(text) })
  const { reasons } = await ledger.trustStatus()
  return { ledger, warnings, doubts: reasons.map(({ detail }) => detail.replace(/:.*/, '')) }
}
