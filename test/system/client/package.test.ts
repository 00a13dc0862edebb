import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { VERIFICATION_NAME } from '../../../client/build.ts'
import { type PackedClient, packClient } from '../../client/testing/packed-client.ts'
import { readmeTypeScript } from '../../client/testing/readme-samples.ts'
import { ROOT } from '../../testing/source-tree.ts'

let client: PackedClient
before(async () => {
  client = await packClient()
})
after(() => client[Symbol.dispose]())

describe('the package', () => {
  test('contains scripts, types, README and licence, and nothing else', () => {
    const types = client.files.filter((path) => /^dist\/.+\.d\.ts$/.test(path))
    assert.deepEqual(
      client.files.filter((path) => !types.includes(path) && !/^dist\/shared-\w+\.js$/.test(path)),
      [
        'LICENSE',
        'README.md',
        'dist/elements.js',
        'dist/index.js',
        `dist/${VERIFICATION_NAME}`,
        'dist/regista.min.js',
        'dist/verification.js',
        'package.json',
      ],
    )
    assert(types.includes('dist/index.d.ts') && types.includes('dist/elements.d.ts'))
    assert(!types.some((path) => path.includes('test')))
  })

  test('has an ASCII file for script tags, so that pages of any encoding read it alike', () => {
    const script = readFileSync(join(client.folder, 'node_modules/@regista/client/dist/regista.min.js'), 'utf8')
    assert.doesNotMatch(script, /[^\0-\x7f]/)
    const highlights = 'Regista.findHighlights("D’Árc ľščť", "d’arc ľš")'
    const found = execFileSync(process.execPath, [
      '--eval',
      `${script};process.stdout.write(JSON.stringify(${highlights}))`,
    ])
    assert.deepEqual(JSON.parse(found.toString('utf8')), [{ start: 0, end: 5 }])
  })

  test('has no dependencies, and runs nothing when it is installed', () => {
    const { dependencies, peerDependencies, scripts } = JSON.parse(
      readFileSync(join(client.folder, 'node_modules/@regista/client/package.json'), 'utf8'),
    ) as Record<string, Record<string, string> | undefined>
    assert.deepEqual([dependencies, peerDependencies, Object.keys(scripts!)], [undefined, undefined, ['build']])
  })

  test('has the licence of the project', () => {
    assert.equal(readFileSync(join(ROOT, 'client/LICENSE'), 'utf8'), readFileSync(join(ROOT, 'LICENSE'), 'utf8'))
  })

  test('exports the library and the widgets to Node, which has no elements', () => {
    const script = `const library = await import('@regista/client'), elements = await import('@regista/client/elements')
      process.stdout.write(JSON.stringify([Object.keys(library).sort(), typeof elements.attachAddress]))`
    const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: client.folder })
    assert.deepEqual(JSON.parse(output.toString('utf8')), [
      ['RegistaError', 'createRegista', 'findHighlights', 'isQuery'],
      'function',
    ])
  })

  test('compares addresses in Node, with no file of the program', () => {
    const output = execFileSync(process.execPath, ['--input-type=module', '--eval', VERIFY], { cwd: client.folder })
    assert.equal(output.toString('utf8'), 'none')
  })
})

const VERIFY = `
import { createRegista } from '@regista/client'
const fetch = async () => Response.json({ data: [], meta: { charged_units: 1 } })
const regista = createRegista({ baseUrl: 'http://example', serverKey: 'rgk_', fetch })
const { data } = await regista.verifyAddress({ address: 'Hlavná 12, Košice' })
process.stdout.write(data.status)
`

const USE = `
import { createRegista, type Address, RegistaError, type Regista } from '@regista/client'
import { attachAddress } from '@regista/client/elements'
const regista: Regista = createRegista({ baseUrl: '', clientId: 'rgp_', scopes: ['addresses:suggest'] })
const { data, credits } = await regista.suggestAddresses({ q: 'hlavna' }, { signal: new AbortController().signal })
export const town: string | null | undefined = (data satisfies readonly Address[])[0]?.address.municipality
export const units: number = credits.chargedUnits
export { attachAddress, RegistaError }
`

describe('the types of the package', () => {
  test('are found by a bundler', () => {
    assert.equal(client.check({ 'use.ts': USE }, { module: 'esnext', moduleResolution: 'bundler' }), '')
  })

  test('are correct in themselves', () => {
    assert.equal(client.check({ 'use.ts': USE }, { skipLibCheck: false }), '')
  })

  test('accept each sample of the README', () => {
    const samples = readmeTypeScript()
    assert(2 <= samples.length)
    const files = Object.fromEntries(samples.map((code, i) => [`sample-${i}.ts`, code]))
    const node = 'declare const process: { readonly env: Readonly<Record<string, string | undefined>> }\n'
    assert.equal(client.check({ ...files, 'node.d.ts': node }), '')
  })

  test('refuse an unknown scope or country, a query without text, and a field that no address has', () => {
    const options = "{ baseUrl: '', clientId: '' }"
    const wrong = [
      "createRegista({ baseUrl: '', scopes: ['companies:write'] })",
      `createRegista(${options}).readCompany('pl', '00000001')`,
      `createRegista(${options}).suggestCompanies({})`,
      `(await createRegista(${options}).suggestAddresses({ q: '' })).data[0]!.zip`,
    ]
    const head = "import { createRegista } from '@regista/client'\n"
    const complaints = client.check(Object.fromEntries(wrong.map((code, i) => [`wrong-${i}.ts`, head + code])))
    for (const i of wrong.keys()) assert.match(complaints, new RegExp(`wrong-${i}\\.ts\\(2,\\d+\\): error TS`))
  })
})
