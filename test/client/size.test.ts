import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { bundleEntry, bundleForScriptTag } from '../../client/build.ts'
import { hashOf, nameScript, RELEASED, SCRIPT_DOCUMENT, SCRIPT_FILE, SCRIPT_NAME } from './write-script.ts'

/** 9 kB of a shop's page. The client's README names this figure. */
const BYTES_MAX = 9_216
const compressed = (text: string): number => gzipSync(text, { level: 9 }).length

test('the library has at most 3.4 kB, minified and compressed', async () => {
  const length = compressed(await bundleEntry('index'))
  assert(length <= 3_400, `${length} bytes`)
})

test('the script that a server sends is that of the code, at most 9 kB with gzip, and its hash stands in the guide', async () => {
  const script = readFileSync(SCRIPT_FILE, 'utf8')
  assert(script === (await bundleForScriptTag()), 'run `npm run script`')
  assert(compressed(script) <= BYTES_MAX, `it has ${compressed(script)} bytes`)
  const guide = readFileSync(SCRIPT_DOCUMENT, 'utf8')
  assert.match(guide, /integrity="sha384-/)
  assert.equal(guide, nameScript(guide, script))
})

test('the scripts of released versions are there and never change, and there is no other but the present one', () => {
  const names = readdirSync(new URL('./', SCRIPT_FILE))
  assert.deepEqual(new Set(names), new Set([...Object.keys(RELEASED), SCRIPT_NAME]))
  for (const [name, hash] of Object.entries(RELEASED))
    assert.equal(hashOf(readFileSync(new URL(name, SCRIPT_FILE), 'utf8')), hash, name)
})
