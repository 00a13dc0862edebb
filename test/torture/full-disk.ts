// Run on a folder with little room (`onSmallDisk`): leaves less and less of it to import, publish and sync, and checks
// what they leave.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ReleaseFolder } from '../../src/release/release.ts'
import { serveFile, startMisbehavingServer } from '../../src/stdx/testing/misbehaving-server.ts'
import { ROOT } from '../testing/source-tree.ts'
import { checkServed, digestOf, twoVersions } from './kill-import.ts'

const [, , dir, limit] = process.argv as [string, string, string, 'file system' | 'file size']
/** An import and a publish each need about 200 KiB: with these they fail early, late, and not at all. */
const ROOMS_KIB = [0, 40, 120, 260]
const DOWNLOAD_BYTES = 400_000

const data = join(dir, 'data')
const ballast = join(dir, 'ballast')
const sources = mkdtempSync(join(tmpdir(), 'regista-full-disk-'))
const failed = { import: 0, publish: 0, sync: 0 }
try {
  const versions = await twoVersions(sources)
  const importOf = (file: string) => ['import', 'sk-addresses', file, '--allow-shrink', '--data', data]
  const publish = ['publish', '--allow-shrink', '--data', data]
  for (const args of [importOf(versions[0]), importOf(versions[1]), importOf(versions[0]), publish]) await succeed(args)
  let next = 1
  for (const room of ROOMS_KIB) {
    const imported = importOf(versions[next]!)
    const before = digestOf(data)
    if (!(await run(imported, room))) {
      failed.import += 1
      checkServed(data)
      giveRoom()
      assert.equal(digestOf(data), before, `an import that failed with ${room} KiB left the catalog changed`)
      await succeed(imported)
    }
    assert.notEqual(digestOf(data), before)
    next = 1 - next

    const served = servedRelease()
    if (!(await run(publish, room))) {
      failed.publish += 1
      assert.equal(servedRelease(), served, `a publish that failed with ${room} KiB left another release served`)
      checkServed(data)
      giveRoom()
      await succeed(publish)
    }
    assert.notEqual(servedRelease(), served)
    checkServed(data)
    const hidden = readdirSync(join(data, 'releases')).filter((name) => name.startsWith('.'))
    assert.deepEqual(hidden, [], 'nothing half built is left')
  }
  await syncWithLittleRoom()
  console.log(JSON.stringify({ limit, failed }))
} finally {
  rmSync(sources, { recursive: true })
}

async function syncWithLittleRoom(): Promise<void> {
  await using server = await startMisbehavingServer()
  const archive = randomBytes(DOWNLOAD_BYTES)
  const whole = serveFile({ body: archive, etag: '"1"' })
  const addresses = join(sources, 'addresses.json')
  writeFileSync(addresses, JSON.stringify({ 'cz-vr': { archive: `${server.url}/vreo.tar.gz` } }))
  const sync = ['sync', 'cz-vr', '--fetch-only', '--sources', addresses, '--data', data]
  const folder = join(data, 'downloads/cz-vr')
  // Without a length the lack of room shows only while the file is written.
  for (const announce of [DOWNLOAD_BYTES, 'none'] as const) {
    server.on('/vreo.tar.gz', () => ({ body: archive, announce }))
    assert.equal(await run(sync, 40), false)
    failed.sync += 1
    assert(!readdirSync(folder).includes('ares_vreo_all.tar.gz'), 'a download that is not whole has no name')
  }
  server.on('/vreo.tar.gz', whole)
  giveRoom()
  await succeed(sync)
  assert.deepEqual(readdirSync(folder).toSorted(), ['ares_vreo_all.tar.gz', 'ares_vreo_all.tar.gz.state.json'])
}

function servedRelease(): string | null {
  return new ReleaseFolder(join(data, 'releases')).currentId()
}

function giveRoom(): void {
  rmSync(ballast, { force: true })
}

async function succeed(args: readonly string[]): Promise<void> {
  giveRoom()
  assert(await start('exec "$@"', args), `${args.join(' ')} succeeds with room`)
}

/** Runs a command with this much room. False if it failed, with a message that names the cause. */
async function run(args: readonly string[], roomKiB: number): Promise<boolean> {
  if (limit === 'file size') return await start(`trap '' XFSZ; ulimit -f ${roomKiB * 2}; exec "$@"`, args)
  giveRoom()
  const { bavail, bsize } = statfsSync(dir)
  writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - roomKiB * 1024)))
  return await start('exec "$@"', args)
}

async function start(script: string, args: readonly string[]): Promise<boolean> {
  const command = [process.execPath, join(ROOT, 'bin/regista.js'), ...args]
  const child = spawn('sh', ['-c', script, 'sh', ...command], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  if (code === 0) return true
  assert.equal(code, 1, output)
  assert.match(output, /the disk is full|MB are needed and [0-9]+ MB are free|ulimit -f|EFBIG/, args.join(' '))
  assert.doesNotMatch(output, /fault of Regista/)
  return false
}
