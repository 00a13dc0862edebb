import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { bundleEntry, bundleForScriptTag, bundleVerification, VERIFICATION_NAME } from '../../client/build.ts'
import type { Regista } from '../../client/src/regista.ts'
import { verifyAddress } from '../../client/src/verification.ts'
import { fc } from '../../src/stdx/testing/properties.ts'
import { ROLE } from '../../src/text/address-patterns.ts'
import {
  hashOf,
  nameScript,
  RELEASED,
  SCRIPT_DOCUMENT,
  SCRIPT_FILE,
  SCRIPT_NAME,
  VERIFICATION_FILE,
} from './write-script.ts'

/** 9.5 kB of a shop's page. The client's README names this figure. */
const BYTES_MAX = 9_728
/** The limit of the second file, which only pages with the attribute `verify` load. */
const VERIFICATION_BYTES_MAX = 7_680
const compressed = (text: string): number => gzipSync(text, { level: 9 }).length

test('the library has at most 3.4 kB, minified and compressed', async () => {
  const length = compressed(await bundleEntry('index'))
  assert(length <= 3_400, `${length} bytes`)
})

test('the files of the script that a server sends are those of the code, at most 9.5 and 7.5 kB with gzip, and their hashes stand in the guide', async () => {
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

test('the second file of the script reads an address as the program does, with its shortened names', async () => {
  const { verifyAddress } = (await import(VERIFICATION_FILE.href)) as typeof import('../../client/src/verification.ts')
  const numbers = { registration_number: '147', evidence_number: null, orientation_number: null }
  const address = { street: null, municipality: 'Lhota', municipality_part: 'Lhota', postal_code: '04001', ...numbers }
  const regista = { suggestAddresses: async () => ({ data: [{ name: 'Lhota 147, 04001 Lhota', address }] }) }
  const statusOf = async (typed: string): Promise<string> =>
    (await verifyAddress(regista as unknown as Regista, { address: typed })).data.status
  assert.equal(await statusOf('Alfa s.r.o., Lhota čp147, byt 5, 04001 Lhota'), 'corrected')
  assert.equal(await statusOf('Lhota č.ev. 147, 04001 Lhota'), 'town')
})

test('the second file of the script answers as the program does, whatever was typed', async () => {
  const bundled = (await import(VERIFICATION_FILE.href)) as typeof import('../../client/src/verification.ts')
  const words = [
    'Hlavná Hlavna hlv. Hlvaná nám. námestie Štúra Ľudovíta ul. Košice Kosice Praha Lhota Lhotka',
    'č.p. č. ev. súp. číslo čp147 10 147/10 147/10a 12-14 3 II 040 01 04001 17000 0401 7',
    'byt 5. poschodie p. blok Alfa s.r.o. , , - / | PSČ okres mestská časť Slovensko CZ k. parc. st. O’Neill',
  ].flatMap((line) => line.split(' '))
  words.push(...ROLE.source.match(/[a-z]{2,}/g)!)
  const typed = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 9 }).map((parts) => parts.join(' '))
  const numbers = (registration: string | null, orientation: string | null, letter: string | null) => ({
    registration_number: registration,
    evidence_number: registration === '3' ? '147' : null,
    orientation_number: orientation,
    orientation_letter: letter,
  })
  const records = [
    ['Hlavná', 'Košice', 'Staré Mesto', '04001', numbers('147', '10', 'A'), 'Hlavná 147/10A, 04001 Košice'],
    ['Námestie Ľudovíta Štúra', 'Praha', 'Holešovice', '17000', numbers('3', null, null), 'Praha 7'],
    [null, 'Lhota', 'Lhotka', null, numbers(null, '10', null), 'Lhota 10'],
  ] as const
  const data = records.map(([street, municipality, part, code, house, name]) => ({
    name,
    address: {
      street,
      municipality,
      municipality_part: part,
      district: null,
      county: 'Košice I',
      postal_code: code,
      ...house,
    },
  }))
  const regista = { suggestAddresses: async (query: object) => ({ data, query }) } as unknown as Regista
  const parts = fc.oneof(
    typed.map((address) => ({ address })),
    fc.record({ street: typed, number: typed, town: typed }),
  )
  await fc.assert(
    fc.asyncProperty(parts, async (given) => {
      assert.deepEqual(await bundled.verifyAddress(regista, given), await verifyAddress(regista, given))
    }),
    { numRuns: 1000 },
  )
})
