import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { API_ERRORS, type ErrorCode } from '../../../src/http/errors.ts'
import { exampleRelease, ICOS } from '../../../src/http/testing/example-release.ts'
import { startService } from '../../../src/http/testing/service.ts'
import {
  type Answer,
  breakBody,
  breakConnection,
  html,
  json,
  neverAnswer,
  REQUEST_ID,
  refusal,
  SERVER_KEY,
  startScriptedService,
} from '../../client/testing/scripted-service.ts'
import { hasProgram } from '../../testing/programs.ts'
import { ROOT } from '../../testing/source-tree.ts'

/* The clients for PHP and Python: one table of guarantees for both. */

interface End {
  // biome-ignore lint/suspicious/noExplicitAny: what a call returned, as a test reads it
  readonly result?: any
  readonly message?: string
  readonly class?: string
  readonly code?: string
  readonly status?: number | null
  readonly requestId?: string | null
  readonly retryAfterSeconds?: number | null
  readonly waits: readonly number[]
}

type Call = readonly [operation: string, args: readonly unknown[] | Readonly<Record<string, unknown>>]

interface Told {
  readonly url: string
  readonly key?: string
  readonly timeout?: number
  readonly transport?: string
}

const PHP = ['php', '-d', 'display_errors=1', '-d', 'error_reporting=-1', '-d', 'zend.exception_ignore_args=0']
const DRIVERS = join(import.meta.dirname, 'languages')
const LANGUAGES = [
  { name: 'PHP', command: [...PHP, join(DRIVERS, 'call.php')] },
  { name: 'Python', command: ['python3', '-W', 'error', join(DRIVERS, 'call.py')] },
]

/** Does the calls in one process of the language. It complains of nothing. */
async function run(command: readonly string[], told: Told, calls: readonly Call[]): Promise<readonly End[]> {
  const { url, key = SERVER_KEY, timeout = 600, transport = '' } = told
  const [program, ...args] = command
  const env = {
    ...process.env,
    REGISTA_KEY: key,
    PYTHONPATH: join(ROOT, 'clients/python'),
    PYTHONDONTWRITEBYTECODE: '1',
  }
  const given = JSON.stringify({ url, timeout, transport, calls })
  const { stdout, stderr } = await promisify(execFile)(program!, [...args, given], { env, maxBuffer: 2 ** 24 })
  assert.equal(stderr, '')
  assert(!stdout.includes(key), 'the key was shown')
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as End)
}

const service = await startService({ release: await exampleRelease() })
after(() => service[Symbol.asyncDispose]())
const baseUrl = `http://127.0.0.1:${service.port}/`

const CHARGED: readonly Call[] = [
  ['suggestAddresses', ['hlavna']],
  ['suggestCompanies', ['mlyn']],
  ['readCompany', ['sk', '00000001']],
]
const USAGE: Call = ['getUsage', []]

const CLASSES: Readonly<Record<ErrorCode, string>> = {
  invalid_request: 'InvalidArgument',
  invalid_parameter: 'InvalidArgument',
  unauthorized: 'NotAllowed',
  forbidden: 'NotAllowed',
  origin_not_allowed: 'NotAllowed',
  scope_not_allowed: 'NotAllowed',
  not_found: 'InvalidArgument',
  company_not_found: 'CompanyNotFound',
  method_not_allowed: 'InvalidArgument',
  request_timeout: 'Unavailable',
  company_identity_ambiguous: 'CompanyAmbiguous',
  payload_too_large: 'InvalidArgument',
  rate_limited: 'RateLimited',
  monthly_limit_reached: 'MonthlyLimitReached',
  overloaded: 'Unavailable',
  data_unavailable: 'Unavailable',
  accounting_unavailable: 'Unavailable',
}

/** What a server or a proxy does, the code of its error, and how often a charged and a free call are sent. */
const FAULTS: readonly (readonly [what: string, Answer, code: string, charged: number, free: number])[] = [
  ['a connection that breaks', breakConnection, 'unreachable', 1, 3],
  ['a body that breaks off', breakBody, 'unreachable', 1, 3],
  ['the page of a proxy with 502', html(502), 'invalid_response', 1, 3],
  ['the page of a proxy with 503 and Retry-After', html(503, { 'Retry-After': '1' }), 'invalid_response', 1, 3],
  ['the page of a proxy with 429 and Retry-After', html(429, { 'Retry-After': '1' }), 'invalid_response', 1, 1],
  ['a page with 200, as a captive portal sends it', html(200), 'invalid_response', 1, 1],
  ['JSON of another service', json(503, { error: 'down', request_id: 1 }), 'invalid_response', 1, 3],
  ['an error without a request id', json(503, { error: { code: 'down' } }), 'invalid_response', 1, 3],
  ['JSON without data', json(200, { meta: {} }), 'invalid_response', 1, 1],
  ['JSON null', json(200, null), 'invalid_response', 1, 1],
  ['a redirect', html(302, { Location: '/elsewhere' }), 'invalid_response', 1, 1],
  ['429 of the server', refusal(429, 'rate_limited', 1), 'rate_limited', 3, 3],
  ['503 of the server', refusal(503, 'overloaded', 1), 'overloaded', 3, 3],
  ['503 of a newer server', refusal(503, 'a_new_code', 1), 'a_new_code', 3, 3],
  ['a month that is used up', refusal(429, 'monthly_limit_reached', 1), 'monthly_limit_reached', 1, 1],
  ['401', refusal(401, 'unauthorized', 1), 'unauthorized', 1, 1],
  ['404', refusal(404, 'company_not_found'), 'company_not_found', 1, 1],
]

for (const { name, command } of LANGUAGES) {
  const skip = hasProgram(command[0]!) ? false : `this machine has no ${command[0]}`

  describe(`the client for ${name}`, { skip }, () => {
    test('uses every operation that a key has, and pays what the answers say', async () => {
      const { key, account } = await service.customer()
      const [addresses, companies, company, usage] = await run(command, { url: baseUrl, key }, [
        ['suggestAddresses', { q: 'mlynska', country: 'sk', limit: 1, latitude: 48.1, longitude: 17.1 }],
        ['suggestCompanies', { q: 'mlýn', country: 'cz', lang: 'en' }],
        ['readCompany', ['sk', ICOS.living]],
        USAGE,
      ]).then((ends) => ends.map(({ result }) => result))
      assert.equal(addresses.data[0].address.municipality, 'Dolné Vzorky')
      assert.equal(companies.data[0].country, 'cz')
      assert.equal(company.data.name, 'Mlyn pri moste, s.r.o.')
      assert.equal(company.meta.sources[0].code, 'rpo')
      assert.deepEqual(
        [addresses, companies, company, usage].map(({ meta }) => meta.charged_units),
        [1, 1, 10, 0],
      )
      assert.equal(await service.confirmedUnits(account), 12)
    })

    test('reads many companies, not faster than told, and goes on after a number that has none', async () => {
      const { key } = await service.customer()
      const icos = [ICOS.living, ICOS.unknown, ICOS.severalCurrent]
      const [end] = await run(command, { url: baseUrl, key }, [['readCompanies', ['sk', icos, 0.001]]])
      const errors = ['Regista\\CompanyNotFound', 'Regista\\CompanyAmbiguous']
      assert.deepEqual(
        icos.map((ico) => end!.result[ico]),
        ['Mlyn pri moste, s.r.o.', ...errors],
      )
      const [first, second, ...more] = end!.waits
      assert(900 < first! && first! <= 1000 && 1900 < second! && second! <= 2000 && more.length === 0, `${end!.waits}`)
    })

    test('waits for a limit while it reads many companies', async () => {
      const limited = refusal(429, 'rate_limited', 7)
      const answers = [limited, limited, limited, refusal(404, 'company_not_found')]
      await using server = await startScriptedService(answers)
      const [end] = await run(command, server, [['readCompanies', ['sk', ['00000001']]]])
      assert.deepEqual(Object.values(end!.result), ['Regista\\CompanyNotFound'])
      assert.deepEqual(end!.waits.map(Math.floor), [7, 7, 7])
    })

    test('has a class of error for each code, with status, request id and the seconds to wait', async () => {
      await using server = await startScriptedService((response, request) => {
        const code = request.url.searchParams.get('q')! as ErrorCode
        refusal(API_ERRORS[code].status, code, 2)(response, request)
      })
      const codes = Object.keys(CLASSES) as ErrorCode[]
      const ends = await run(
        command,
        server,
        codes.map((code) => ['suggestCompanies', [code]]),
      )
      const wanted = codes.map((code) => ({ class: CLASSES[code], code, status: API_ERRORS[code].status }))
      assert.deepEqual(
        ends.map(({ waits: _, message: _message, ...end }) => end),
        wanted.map((one) => ({ ...one, requestId: REQUEST_ID, retryAfterSeconds: 2 })),
      )
    })

    for (const [what, fault, code, charged, free] of FAULTS)
      test(`repeats only what is not charged twice: ${what}`, async () => {
        await using server = await startScriptedService(fault)
        const ends = await run(command, server, [...CHARGED, USAGE])
        assert.deepEqual(
          ends.map((end) => end.code),
          Array(4).fill(code),
        )
        const times = Object.values(Object.groupBy(server.paths, (path) => path)).map((paths) => paths!.length)
        assert.deepEqual(times, [charged, charged, charged, free])
        for (const { headers } of server.received) assert.equal(headers.authorization, `Bearer ${SERVER_KEY}`)
      })

    test('waits as long as Retry-After says, a little longer, and not beyond the time of a call', async () => {
      await using server = await startScriptedService(refusal(503, 'overloaded', 3))
      const [patient] = await run(command, server, [CHARGED[0]!])
      assert.deepEqual(patient!.waits.map(Math.floor), [3, 3])
      const [hasty] = await run(command, { url: server.url, timeout: 2 }, [CHARGED[0]!])
      assert.deepEqual([hasty!.code, hasty!.waits], ['overloaded', []])
    })

    test('ends a call in time if no answer arrives, and sends it once', async () => {
      await using server = await startScriptedService(neverAnswer)
      const ends = await run(command, { url: server.url, timeout: 0.2 }, [CHARGED[0]!, USAGE])
      assert.deepEqual(
        ends.map((end) => [end.class, end.code]),
        Array(2).fill(['Unavailable', 'timeout']),
      )
      assert.equal(server.received.length, 2)
    })

    test('refuses what cannot be a company before it sends anything', async () => {
      await using server = await startScriptedService(neverAnswer)
      const wrong = [
        ['sk', '1'],
        ['sk', '00000001/x'],
        ['../me', '00000001'],
      ]
      const ends = await run(
        command,
        server,
        wrong.map((args) => ['readCompany', args]),
      )
      for (const end of ends) assert.deepEqual([end.class, end.code], ['InvalidArgument', 'invalid_argument'])
      assert.equal(server.received.length, 0)
    })

    test('checks every number of many before it reads the first', async () => {
      await using server = await startScriptedService(neverAnswer)
      const [end] = await run(command, server, [['readCompanies', ['sk', [ICOS.living, '123 456']]]])
      assert.deepEqual([end!.code, server.received.length], ['invalid_argument', 0])
      assert.match(end!.message!, /sk\\?\/123 456/)
    })

    test('writes a company number as the API has it', async () => {
      const right = ['00006947', '00 006 947', '0006947', '6947', 'SK00006947', 'cz 00006947', '\u00a000006947', 6947]
      const wrong = ['', '123456789012', 'SK2020202020', 'DE12345678', '12x', '-1', '1.5']
      const ends = await run(
        command,
        { url: baseUrl },
        [...right, ...wrong].map((text) => ['formatIco', [text]]),
      )
      const expected = [...right.map(() => '00006947'), ...wrong.map(() => 'invalid_argument')]
      assert.deepEqual(
        ends.map(({ result, code }) => result ?? code),
        expected,
      )
    })

    test('names the cause if there is no connection', async () => {
      const { port } = new URL(baseUrl)
      const causes = [
        ['http://127.0.0.1:1', 'unreachable', /the server refused the connection/],
        ['http://regista.invalid', 'unreachable', /the name of the server is unknown/],
        [`https://127.0.0.1:${port}`, 'unreachable', /TLS failed: check the certificate, and whether it is https/],
        [`127.0.0.1:${port}`, 'invalid_argument', /begins with https:\/\//],
        ['ftp://127.0.0.1', 'invalid_argument', /begins with https:\/\//],
        ['https://', 'invalid_argument', /begins with https:\/\//],
      ] as const
      for (const [url, code, message] of causes) {
        const [end] = await run(command, { url }, [CHARGED[0]!])
        assert.equal(end!.code, code)
        assert.match(end!.message!, message)
      }
    })

    if (name === 'PHP')
      test('reads companies that are the keys of an array, which PHP makes integers', async () => {
        await using server = await startScriptedService(refusal(404, 'company_not_found'))
        const [end] = await run(command, server, [['readKeys', ['12345678', '00000001']]])
        assert.deepEqual(Object.keys(end!.result), ['12345678', '00000001'])
      })

    test('shows its key in no dump, error or trace', async () => {
      for (const fault of [breakConnection, breakBody, refusal(503, 'overloaded'), html(502)]) {
        await using server = await startScriptedService(fault)
        const [end] = await run(command, server, [['dump', []]])
        assert(!end!.result.includes(SERVER_KEY.slice(4, 30)), end!.result)
        assert.match(end!.result, /unreachable|overloaded|invalid_response/)
        assert.match(end!.result, /cannot be (?:serialized|pickled)/)
      }
    })

    if (name === 'PHP')
      test('names the cause by what failed, not by the address, and keeps the text of PHP out of traces', async () => {
        const failed = ': Failed to open stream: '
        const causes = [
          [`fopen(https://ssl.example.sk/v1/x)${failed}Network is unreachable`, 'the connection failed'],
          [`fopen(https://a.example/v1?q=resolve)${failed}Connection reset by peer`, 'the connection failed'],
          [`fopen(https://refused.example/v1)${failed}operation failed`, 'TLS failed'],
          ['cURL error 7: Failed to connect to ssl.example.sk port 443: No route to host', 'the connection failed'],
          ['cURL error 60: SSL certificate problem for https://a.example/v1', 'TLS failed'],
          ['cURL error 28: no answer of https://a.example/certificate', 'the connection failed'],
          ['cURL error 6: Could not resolve host: a.example', 'the name of the server is unknown'],
        ] as const
        const calls = causes.map(([text]): Call => ['nameCause', [text]])
        for (const [i, { result }] of (await run(command, { url: baseUrl }, calls)).entries()) {
          assert(result[0].startsWith(`unreachable: No response: ${causes[i]![1]}`), `${causes[i]}: ${result}`)
          assert.equal(result[1], false, 'the text is in the trace')
        }
      })

    if (name === 'PHP')
      test('sends through a client of PSR-18', async () => {
        const { key } = await service.customer()
        const transport = 'psr'
        const [company] = await run(command, { url: baseUrl, key, transport }, [['readCompany', ['sk', ICOS.living]]])
        assert.equal(company!.result.data.ico, ICOS.living)
        await using server = await startScriptedService(breakConnection)
        const [end] = await run(command, { url: server.url, transport }, [CHARGED[0]!])
        assert.deepEqual([end!.class, end!.code, server.received.length], ['Unavailable', 'unreachable', 1])
      })
  })
}
