import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { until } from '../stdx/testing/until.ts'
import { s3Place } from './s3-place.ts'
import { computeSignature } from './testing/file-server.ts'
import { ACCESS, makeFolder, SCENES, WEB } from './testing/scene.ts'
import { webPlace } from './web-place.ts'

const BODY = 'obec '.repeat(20_000)

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function write(dir: string, path: string, text: string): void {
  mkdirSync(dirname(join(dir, path)), { recursive: true })
  writeFileSync(join(dir, path), text)
}

test('a store in a folder refuses a document that is no file: reading a pipe would never end', async () => {
  await using scene = await SCENES.folder()
  execFileSync('mkfifo', [join(scene.dir, 'withdrawn.json')])
  await assert.rejects(scene.reader.read('withdrawn.json', { bytesMax: 100 }), /withdrawn\.json is no file/)
})

for (const [kind, open] of Object.entries(SCENES)) {
  describe(`a store of the kind ${kind}`, () => {
    test('returns a document, and null for one that it does not have', async () => {
      await using scene = await open()
      write(scene.dir, 'current/1.json', '{"á": 1}')
      const read = await scene.reader.read('current/1.json', { bytesMax: 100 })
      assert(read !== null && read !== 'unchanged')
      assert.equal(read.text, '{"á": 1}')
      assert.equal(await scene.reader.read('current/2.json', { bytesMax: 100 }), null)
    })

    test('refuses a document that is larger than its limit', async () => {
      await using scene = await open()
      write(scene.dir, 'withdrawn.json', BODY)
      await assert.rejects(scene.reader.read('withdrawn.json', { bytesMax: 99_999 }), /99999/)
      assert.notEqual(await scene.reader.read('withdrawn.json', { bytesMax: 100_000 }), null)
    })

    test('copies a file, and refuses one of another length', async () => {
      await using scene = await open()
      write(scene.dir, 'files/abc', BODY)
      const to = join(makeFolder(), 'abc')
      await scene.reader.fetch('files/abc', to, { bytes: BODY.length })
      assert.equal(readFileSync(to, 'utf8'), BODY)
      for (const bytes of [BODY.length - 1, BODY.length + 1]) {
        const other = join(makeFolder(), 'abc')
        await assert.rejects(scene.reader.fetch('files/abc', other, { bytes }))
        assert.equal(existsSync(other), false)
      }
      await assert.rejects(scene.reader.fetch('files/none', join(makeFolder(), 'none'), { bytes: 1 }), /none/)
    })

    test('stores texts and files, lists them by folder, and removes them', async () => {
      await using scene = await open()
      const { writer } = scene.writer
      const from = join(makeFolder(), 'from')
      writeFileSync(from, BODY)
      await writer!.put('current/1.json', { text: 'one' })
      await writer!.put('current/1.json', { text: 'two' })
      for (const name of ['a', 'b', 'c']) await writer!.put(`manifests/${name}.json`, { text: name })
      await writer!.put('files/abc', { file: from, bytes: BODY.length, sha256: sha256(BODY) })
      const names = async (folder: 'current' | 'files' | 'manifests') =>
        (await writer!.list(folder)).map(({ name, bytes }) => `${name} ${bytes}`).toSorted()
      assert.deepEqual(await names('current'), ['1.json 3'])
      assert.deepEqual(await names('manifests'), ['a.json 1', 'b.json 1', 'c.json 1'])
      assert.deepEqual(await names('files'), ['abc 100000'])
      assert.equal(readFileSync(join(scene.dir, 'files/abc'), 'utf8'), BODY)
      for (let times = 0; times < 2; times++) await writer!.remove('manifests/b.json')
      assert.deepEqual(await names('manifests'), ['a.json 1', 'c.json 1'])
    })
  })
}

for (const kind of ['web', 's3'] as const) {
  describe(`a host of the kind ${kind}`, () => {
    test('is asked whether a document has changed, and sends it only then', async () => {
      await using scene = await SCENES[kind]()
      write(scene.dir, 'current/1.json', 'one')
      const first = await scene.reader.read('current/1.json', { bytesMax: 100 })
      assert(first !== null && first !== 'unchanged')
      const { etag } = first
      assert.equal(await scene.reader.read('current/1.json', { bytesMax: 100, etag }), 'unchanged')
      write(scene.dir, 'current/1.json', 'two')
      assert.notEqual(await scene.reader.read('current/1.json', { bytesMax: 100, etag }), 'unchanged')
    })

    test('goes on with a file where the connection broke, also in a later call', async () => {
      await using scene = await SCENES[kind]()
      write(scene.dir, 'files/abc', BODY)
      const { server } = scene
      const to = join(makeFolder(), 'abc')
      server!.fault = () => (server!.requests.length === 1 ? { dropAfter: 60_000 } : { status: 503 })
      await assert.rejects(scene.reader.fetch('files/abc', to, { bytes: BODY.length }), /503/)
      assert.equal(existsSync(to), false)
      server!.fault = () => undefined
      await scene.reader.fetch('files/abc', to, { bytes: BODY.length })
      assert.equal(readFileSync(to, 'utf8'), BODY)
      assert.match(server!.requests.at(-1)!, /files\/abc bytes=[1-9][0-9]*-$/)
    })

    test('is given up if it sends no document in time', async () => {
      await using scene = await SCENES[kind]()
      scene.server!.fault = () => ({ silent: true })
      const impatient = { ...WEB, documentMs: 20 }
      const address = { kind: 's3', bucket: 'acme', prefix: '' } as const
      const { url } = scene.server!
      const place = kind === 's3' ? s3Place(address, { ...ACCESS, endpoint: url }, impatient) : webPlace(url, impatient)
      await assert.rejects(place.read('current/1.json', { bytesMax: 100 }), /no complete document within 0.02 s/)
    })

    const failures = [
      ['an error of the host', { status: 500 }, /status 500/],
      ['a refusal', { status: 403 }, /refused access/],
      ['a broken connection', { dropAfter: 2 }, /cut|closed/],
    ] as const
    for (const [what, fault, message] of failures) {
      test(`fails to read a document on ${what}`, async () => {
        await using scene = await SCENES[kind]()
        write(scene.dir, 'current/1.json', '{"a": 1}')
        scene.server!.fault = () => fault
        await assert.rejects(scene.reader.read('current/1.json', { bytesMax: 100 }), message)
      })
    }
  })
}

describe('a folder', () => {
  test('reads no form while it reads another file, which may hang, and one after it', async () => {
    await using scene = await SCENES.folder()
    write(scene.dir, 'files/abc', BODY)
    const [first, form] = [join(makeFolder(), 'abc'), join(makeFolder(), 'abc')]
    const fetchForm = () => scene.reader.fetch('files/abc', form, { bytes: BODY.length, isForm: true })
    const copying = scene.reader.fetch('files/abc', first, { bytes: BODY.length })
    await assert.rejects(fetchForm(), /still sends an earlier file/)
    await copying
    await fetchForm()
    for (const to of [first, form]) assert.equal(readFileSync(to, 'utf8'), BODY)
  })

  test('whose file is not waited for any more, gives it no name', async () => {
    await using scene = await SCENES.folder()
    write(scene.dir, 'files/abc', BODY)
    const to = join(makeFolder(), 'abc')
    const stop = new AbortController()
    const copying = scene.reader.fetch('files/abc', to, { bytes: BODY.length, signal: stop.signal })
    stop.abort(new Error('stopped'))
    await assert.rejects(copying, /stopped/)
    const isDone = () =>
      scene.reader.fetch('files/none', to, { bytes: 1, isForm: true }).catch(({ message }) => message)
    await until(async () => /does not exist/.test(await isDone()), 'the copy has ended')
    assert.equal(existsSync(to), false)
  })
})

describe('a bucket', () => {
  test('gets what it did not take again, and a refusal is not repeated', async () => {
    await using scene = await SCENES.s3()
    const { server, writer } = scene
    server!.fault = () => (server!.requests.length < 3 ? { status: 503 } : undefined)
    await writer.writer!.put('current/1.json', { text: 'one' })
    assert.equal(server!.requests.length, 3)
    server!.fault = () => ({ status: 403 })
    await assert.rejects(writer.writer!.put('current/1.json', { text: 'two' }), /refused access/)
    assert.equal(server!.requests.length, 4)
    assert.equal(readFileSync(join(scene.dir, 'current/1.json'), 'utf8'), 'one')
  })

  test('refuses a file whose content is not what the manifest says', async () => {
    await using scene = await SCENES.s3()
    const from = join(makeFolder(), 'from')
    writeFileSync(from, BODY)
    const content = { file: from, bytes: BODY.length, sha256: sha256('another body') }
    await assert.rejects(scene.writer.writer!.put('files/abc', content), /refused access/)
    assert.equal(existsSync(join(scene.dir, 'files/abc')), false)
  })

  test('that sends no answer is given up, and at once if the command is to end', async () => {
    await using scene = await SCENES.s3()
    const { server } = scene
    server!.fault = () => ({ silent: true })
    const address = { kind: 's3', bucket: 'acme', prefix: '' } as const
    const { writer } = s3Place(address, { ...ACCESS, endpoint: server!.url }, { ...WEB, documentMs: 5 })
    await assert.rejects(writer!.put('current/1.json', { text: 'one' }), /attempts: 5/)
    const from = join(makeFolder(), 'from')
    writeFileSync(from, BODY)
    const stop = new AbortController()
    server!.fault = () => {
      stop.abort(new Error('Ctrl-C'))
      return { silent: true }
    }
    const content = { file: from, bytes: BODY.length, sha256: sha256(BODY) }
    await assert.rejects(writer!.put('files/abc', content, stop.signal), /Ctrl-C/)
  })

  test('has an endpoint with a protocol', () => {
    const address = { kind: 's3', bucket: 'acme', prefix: '' } as const
    for (const endpoint of ['localhost', 'localhost:9000', 'ftp://localhost'])
      assert.throws(() => s3Place(address, { ...ACCESS, endpoint }, WEB), /AWS_ENDPOINT_URL is .*Write https/)
  })

  const wrong = [
    ['another secret', { secretAccessKey: 'guessed' }],
    ['another key', { accessKeyId: 'AKIDOTHER' }],
    ['another region', { region: 'us-east-1' }],
    ['a session that the server does not know', { sessionToken: 'token' }],
  ] as const
  for (const [what, change] of wrong) {
    test(`refuses requests with ${what}`, async () => {
      await using scene = await SCENES.s3()
      write(scene.dir, 'current/1.json', 'one')
      const access = { ...ACCESS, ...change, endpoint: scene.server!.url }
      const address = { kind: 's3', bucket: 'acme', prefix: 'regista/prod/' } as const
      const place = s3Place(address, access, WEB)
      await assert.rejects(place.read('current/1.json', { bytesMax: 100 }), /refused access/)
    })
  }

  test('is asked for each page of a long list, and for one folder only', async () => {
    await using scene = await SCENES.s3()
    for (let n = 0; n < 5; n++) write(scene.dir, `files/${n}`, 'x')
    write(scene.dir, 'filesystem/6', 'x')
    const listed = await scene.writer.writer!.list('files')
    assert.equal(listed.map(({ name }) => name).join(), '0,1,2,3,4')
    assert.equal(scene.server!.requests.length, 2)
    assert(listed.every(({ modifiedMs }) => 0 < modifiedMs))
    rmSync(join(scene.dir, 'files'), { recursive: true })
    assert.deepEqual(await scene.writer.writer!.list('files'), [])
  })

  test('that the tests run checks signatures as the description of the protocol does in its example', () => {
    const bodySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
    const time = '20130524T000000Z'
    const signed = { 'x-amz-content-sha256': bodySha256, 'x-amz-date': time }
    const headers = { host: 'examplebucket.s3.amazonaws.com', range: 'bytes=0-9', ...signed }
    const signature = computeSignature(
      { method: 'GET', url: '/test.txt', headers, bodySha256, time },
      { region: 'us-east-1', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' },
    )
    assert.equal(signature, 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41')
  })
})
