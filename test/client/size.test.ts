import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { bundleEntry, bundleForScriptTag, bundleVerification, VERIFICATION_NAME } from '../../client/build.ts'
import {
  hashOf,
  nameScript,
  RELEASED,
  SCRIPT_DOCUMENT,
  SCRIPT_FILE,
  SCRIPT_NAME,
  VERIFICATION_FILE,
} from './write-script.ts'

/** 9 kB of a shop's page. The client's README names this figure. */
const BYTES_MAX = 9_216
/** The limit of the second file, which only pages with the attribute `verify` load. */
const VERIFICATION_BYTES_MAX = 6_400
const compressed = (text: string): number => gzipSync(text, { level: 9 }).length

test('the library has at most 3.4 kB, minified and compressed', async () => {
  const length = compressed(await bundleEntry('index'))
  assert(length <= 3_400, `${length} bytes`)
})

test('the files of the script that a server sends are those of the code, at most 9.2 and 6.4 kB with gzip, and their hashes stand in the guide', async () => {
  const [script, verification] = [SCRIPT_FILE, VERIFICATION_FILE].map((file) => readFileSync(file, 'utf8')) as [
    string,
    string,
  ]
  assert(script === (await bundleForScriptTag()), 'run `npm run script`')
  assert(verification === (await bundleVerification()), 'run `npm run script`')
  assert(compressed(script) <= BYTES_MAX, `it has ${compressed(script)} bytes`)
  assert(compressed(verification) <= VERIFICATION_BYTES_MAX, `it has ${compressed(verification)} bytes`)
  const guide = readFileSync(SCRIPT_DOCUMENT, 'utf8')
  assert.match(guide, /integrity="sha384-/)
  assert.match(guide, /-verify\.min\.js": "sha384-/)
  assert.equal(guide, nameScript(guide, script, verification))
})

test('the scripts of released versions are there and never change, and there is no other but the present one', () => {
  const names = readdirSync(new URL('./', SCRIPT_FILE))
  assert.deepEqual(new Set(names), new Set([...Object.keys(RELEASED), SCRIPT_NAME, VERIFICATION_NAME]))
  for (const [name, hash] of Object.entries(RELEASED))
    assert.equal(hashOf(readFileSync(new URL(name, SCRIPT_FILE), 'utf8')), hash, name)
})
