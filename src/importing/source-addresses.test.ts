import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { REMOTES } from '../registries/registries.ts'
import { cases } from '../stdx/testing/cases.ts'
import { sourceAddresses } from './source-addresses.ts'

const TEMPORARY = mkdtempSync(join(tmpdir(), 'addresses-'))
after(() => rmSync(TEMPORARY, { recursive: true }))

const FILE = join(TEMPORARY, 'mirror.json')

async function addressesFrom(text: string) {
  writeFileSync(FILE, text)
  return sourceAddresses(REMOTES, FILE)
}

describe('sourceAddresses', () => {
  test('without a file all addresses are the official ones', async () => {
    const addresses = await sourceAddresses(REMOTES, undefined)
    for (const remote of REMOTES) assert.deepEqual(addresses[remote.registry], remote.addresses)
  })

  test('a file replaces the addresses that it names and no others', async () => {
    const own = {
      'cz-vr': { archive: 'http://mirror.example/vreo.tar.gz' },
      'sk-addresses': { region: 'https://m.example/{nuts3}.json' },
    }
    const addresses = await addressesFrom(JSON.stringify(own))
    assert.deepEqual(addresses['cz-vr'], own['cz-vr'])
    const official = await sourceAddresses(REMOTES, undefined)
    assert.deepEqual(addresses['sk-addresses'], { ...official['sk-addresses'], ...own['sk-addresses'] })
    assert.deepEqual(addresses['cz-res'], official['cz-res'])
  })

  for (const [what, text, message] of cases<[string, string, RegExp]>`
    not JSON                     | ${'{"cz-vr": '}                              | ${/mirror\.json: is not JSON/}
    a list                       | []                                           | ${/mirror\.json: must be an object of sources/}
    null                         | null                                         | ${/must be an object of sources/}
    an unknown source            | {"cz-rv": {}}                                | ${/cz-rv is not a source; expected sk-rpo, sk-addresses, cz-res, cz-vr, cz-addresses/}
    an unknown name              | {"cz-vr": {"archiv": "https://m.example/x"}} | ${/cz-vr has no address archiv; expected archive\./}
    a name that every object has | {"cz-vr": {"toString": "https://m.example/x"}} | ${/cz-vr has no address toString/}
    a source that is an address  | {"cz-vr": "https://m.example/x"}             | ${/cz-vr must be an object of names and addresses/}
    a path                       | {"cz-vr": {"archive": "/srv/x.tar.gz"}}      | ${/cz-vr\.archive must be an address that begins with https:/}
    a file address               | {"cz-vr": {"archive": "file:///srv/x"}}      | ${/cz-vr\.archive must be an address/}
    a number                     | {"cz-vr": {"archive": 7}}                    | ${/cz-vr\.archive must be an address/}
    no place for the region      | {"sk-addresses": {"region": "https://m.example/x"}} | ${/sk-addresses\.region must contain \{nuts3\}/}
    no place for the date        | {"cz-addresses": {"structure": "https://m.example/x"}} | ${/cz-addresses\.structure must contain \{date\}/}
  `) {
    test(`refuses ${what} and names the place`, async () => {
      await assert.rejects(addressesFrom(text), { name: 'InputError', message })
    })
  }

  test('refuses a missing file', async () => {
    const message = /gone\.json cannot be read \(ENOENT\)\. Check the path/
    await assert.rejects(sourceAddresses(REMOTES, join(TEMPORARY, 'gone.json')), { name: 'InputError', message })
  })
})
