import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { exampleRelease, ICOS } from '../../src/http/testing/example-release.ts'
import { startService } from '../../src/http/testing/service.ts'
import { ROOT } from '../testing/source-tree.ts'

/*
 * What other people's generators make of the description of the API. They need another TypeScript than we do, so they
 * are installed into a folder of their own, from a lock file of their own.
 */

const PINNED = join(import.meta.dirname, 'generators')
const INSTALLED = join(ROOT, 'node_modules/.cache/generators')
const DOCUMENT = join(ROOT, 'src/http/openapi/openapi.json')
const FILES = ['package.json', 'package-lock.json']

function install(): void {
  const read = (folder: string, name: string) => readFileSync(join(folder, name), 'utf8')
  const isInstalled = existsSync(join(INSTALLED, 'installed'))
  if (isInstalled && FILES.every((name) => read(INSTALLED, name) === read(PINNED, name))) return
  rmSync(INSTALLED, { recursive: true, force: true })
  mkdirSync(INSTALLED, { recursive: true })
  for (const name of FILES) copyFileSync(join(PINNED, name), join(INSTALLED, name))
  copyFileSync(join(ROOT, '.npmrc'), join(INSTALLED, '.npmrc'))
  execFileSync('npm', ['ci', '--ignore-scripts'], { cwd: INSTALLED, stdio: 'pipe' })
  writeFileSync(join(INSTALLED, 'installed'), '')
}

install()
const service = await startService({ release: await exampleRelease() })
const { key } = await service.customer()
// In the folder of the generators, so that what is generated finds their packages.
const folder = mkdtempSync(join(INSTALLED, 'generated-'))
after(async () => {
  rmSync(folder, { recursive: true })
  await service[Symbol.asyncDispose]()
})

function run(program: string, ...args: string[]): void {
  const { status, stdout, stderr } = spawnSync(join(INSTALLED, 'node_modules/.bin', program), args, {
    cwd: folder,
    encoding: 'utf8',
  })
  assert.equal(status, 0, `${program}: ${stdout}${stderr}`)
}

/** Compiles a program that uses what was generated, strictly, and returns what its call found. */
async function callWith(program: string): Promise<unknown> {
  const source = join(folder, 'program.ts')
  writeFileSync(source, program)
  const target = ['--target', 'es2022', '--module', 'esnext', '--moduleResolution', 'bundler', '--typeRoots', 'none']
  run('tsc', '--strict', '--noEmit', ...target, source)
  const outfile = join(folder, `${crypto.randomUUID()}.mjs`)
  await build({ entryPoints: [source], outfile, bundle: true, format: 'esm', logLevel: 'silent' })
  const { call } = (await import(pathToFileURL(outfile).href)) as { call(url: string, key: string): Promise<unknown> }
  return await call(`http://127.0.0.1:${service.port}`, key)
}

describe('generators of clients', () => {
  test('@hey-api/openapi-ts makes one function of each operation, and its client finds a company', async () => {
    run('openapi-ts', '--input', DOCUMENT, '--output', 'hey', '--silent')
    const exported = (file: string, kind: string) =>
      [...readFileSync(join(folder, 'hey', file), 'utf8').matchAll(new RegExp(`^export ${kind} (\\w+)`, 'gm'))].map(
        ([, name]) => name!,
      )
    const operations = ['createBrowserSession', 'getUsage', 'readCompany', 'suggestAddresses', 'suggestCompanies']
    assert.deepEqual(exported('sdk.gen.ts', 'const').toSorted(), operations)
    // It makes five types of each operation, and one of its own.
    const ofOperations = new RegExp(`^(?:${operations.join('|')})(?:Data|Errors?|Responses?)$`, 'i')
    const types = exported('types.gen.ts', 'type').filter((name) => !ofOperations.test(name))
    assert.deepEqual(
      types.filter((name) => /\d$|^Error$/.test(name)),
      [],
    )
    assert(types.length <= 25, types.join(' '))
    const found = await callWith(`
      import { readCompany, suggestCompanies, type ApiError, type Company } from './hey'
      import { createClient } from './hey/client'
      export async function call(baseUrl: string, key: string): Promise<unknown> {
        const client = createClient({ baseUrl, auth: key })
        const { data } = await suggestCompanies({ client, query: { q: 'mlyn pri', limit: 1 } })
        const companies: Company[] = data?.data ?? []
        const path = { country: 'sk', ico: '${ICOS.unknown}' } as const
        const { error } = await readCompany({ client, path })
        return [companies[0]?.ico, (error satisfies ApiError | undefined)?.error.code]
      }
    `)
    assert.deepEqual(found, [ICOS.living, 'company_not_found'])
  })

  test('openapi-typescript makes types with which openapi-fetch finds a company', async () => {
    run('openapi-typescript', DOCUMENT, '--output', 'types.ts')
    const found = await callWith(`
      import createClient from 'openapi-fetch'
      import type { components, paths } from './types'
      export async function call(baseUrl: string, key: string): Promise<unknown> {
        const client = createClient<paths>({ baseUrl, headers: { Authorization: 'Bearer ' + key } })
        const params = { query: { q: 'mlyn pri', limit: 1 } }
        const { data } = await client.GET('/v1/autocomplete/companies', { params })
        const companies: components['schemas']['Company'][] = data?.data ?? []
        const path = { country: 'sk', ico: '${ICOS.unknown}' } as const
        const { error } = await client.GET('/v1/companies/{country}/{ico}', { params: { path } })
        return [companies[0]?.ico, (error satisfies components['schemas']['ApiError'] | undefined)?.error.code]
      }
    `)
    assert.deepEqual(found, [ICOS.living, 'company_not_found'])
  })
})
