import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import openapi from '../../src/http/openapi/openapi.json' with { type: 'json' }
import { exampleRelease, ICOS } from '../../src/http/testing/example-release.ts'
import { startService } from '../../src/http/testing/service.ts'
import { connectSample, readGuideSample } from '../testing/guide-samples.ts'
import { hasProgram } from '../testing/programs.ts'
import { ROOT } from '../testing/source-tree.ts'

/* Samples in other languages run if the machine has the language. What can be checked without it always is. */

const service = await startService({ release: await exampleRelease() })
after(() => service[Symbol.asyncDispose]())

/** Composer installs the client in place of the one here. */
function runPhp(code: string): string[] {
  const installed = code.replace("'vendor/autoload.php'", `'${ROOT}/clients/php/autoload.php'`)
  return ['php', '-r', installed.replace('<?php', '')]
}

const PROGRAMS = [
  { name: 'server: curl (sh)', program: 'curl', start: (code: string) => ['sh', '-c', code] },
  { name: 'server: Node (js)', program: 'node', start: (code: string) => ['node', '--input-type=module', '-e', code] },
  { name: 'server: PHP (php)', program: 'php', start: runPhp },
  { name: 'server: Python (python)', program: 'python3', start: (code: string) => ['python3', '-c', code] },
] as const

interface Run {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

async function runProgram([file, ...args]: readonly string[], key: string): Promise<Run> {
  const env = { ...process.env, REGISTA_KEY: key, PYTHONPATH: join(ROOT, 'clients/python') }
  return await promisify(execFile)(file!, args, { env }).then(
    (output) => ({ code: 0, ...output }),
    (failure: Run) => failure,
  )
}

for (const { name, program, start } of PROGRAMS) {
  const needsProgram = { skip: hasProgram(program) ? false : `this machine has no ${program}` }

  test(`finds a company with its key, and says why it fails with a wrong one: ${name}`, needsProgram, async () => {
    const command = start(connectSample(readGuideSample(name), service.port))
    const { key } = await service.customer()
    const { stdout, stderr } = await runProgram(command, key)
    assert.equal(stderr, '')
    if (program === 'curl') assert.equal(JSON.parse(stdout).data[0].ico, ICOS.living)
    else assert.match(stdout, new RegExp(`^${ICOS.living}; Mlyn pri moste, s\\.r\\.o\\.; .*\\d.*\\n$`))
    const failed = await runProgram(command, `rgk_${'0'.repeat(64)}`)
    assert.notEqual(failed.code, 0)
    assert.match(failed.stdout + failed.stderr, /unauthorized.*[0-9a-f]{32}/s)
  })

  test(`ends in peace if nothing is found: ${name}`, needsProgram, async () => {
    const code = connectSample(readGuideSample(name), service.port)
    assert.match(code, /mlyn pri/)
    const { key } = await service.customer()
    const { code: exit, stdout, stderr } = await runProgram(start(code.replace('mlyn pri', 'xqxqxq')), key)
    assert.deepEqual([exit, stderr], [0, ''])
    if (program === 'curl') assert.deepEqual(JSON.parse(stdout).data, [])
    else assert.equal(stdout, 'Nothing found.\n')
  })

  test(`says so if a proxy answers with a page of its own: ${name}`, needsProgram, async () => {
    await using proxy = await startHtmlProxy()
    const command = start(connectSample(readGuideSample(name), proxy.port))
    const { code, stdout, stderr } = await runProgram(command, `rgk_${'0'.repeat(64)}`)
    assert.notEqual(code, 0)
    assert.match(stdout + stderr, /503/)
    assert.doesNotMatch(stderr, /SyntaxError|JSONDecodeError/)
  })

  const code = readGuideSample(name)
  // The others use a client.
  if (!code.includes('/v1/')) continue

  test(`sends only paths and parameters of the API: ${name}`, () => {
    const templates = Object.keys(openapi.paths)
    const paths = [...code.matchAll(/\/v1\/[a-z/]+/g)].map(([path]) => path.replace('/sk/', '/{'))
    assert(0 < paths.length)
    for (const path of paths)
      assert(
        templates.some((template) => template.startsWith(path)),
        path,
      )
    const { parameters } = openapi.paths['/v1/autocomplete/companies'].get
    const known = parameters.map(({ $ref }) => $ref.split('/').at(-1)!)
    const sent = [...code.matchAll(/(\w+)['"]?(?: =>|:|=) ?['"]?(?:mlyn|sk\b|1(?![\d.]))/g)].map(([, word]) => word!)
    assert.deepEqual(
      sent.filter((word) => !known.includes(word)),
      [],
    )
    assert(sent.includes('q') && sent.includes('country'), sent.join())
  })
}

async function startHtmlProxy() {
  const server = createServer((_, response) => response.writeHead(503).end('<html>503</html>')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await server[Symbol.asyncDispose]()
    },
  }
}
