import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { InputError } from '../../stdx/input-error.ts'
import { openMarkFile } from './mark-file.ts'
import type { Mark } from './ports.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-mark-'))
after(() => rmSync(dir, { recursive: true }))

const SLOT_BYTES = 512
const PAGE_BYTES = 4096

function mark(seq: number): Mark {
  return {
    booksId: 'a'.repeat(32),
    timeline: '7312345678901234567/12',
    isSynchronous: true,
    incarnation: 134_217_727,
    seq,
  }
}

let files = 0

function newPath(bytes?: Uint8Array): string {
  const path = join(dir, `mark-${++files}`)
  if (bytes !== undefined) writeFileSync(path, bytes)
  return path
}

/** Reads the mark as a starting server does. */
function found(path: string): Mark | undefined {
  const file = openMarkFile(path)
  file.close()
  return file.read()
}

function write(path: string, ...seqs: readonly number[]): void {
  const file = openMarkFile(path)
  for (const seq of seqs) file.write(mark(seq))
  file.close()
}

test('the last mark can be read, and none before the first; only the owner can read the file, which keeps its length', () => {
  const path = newPath()
  assert.equal(found(path), undefined)
  for (let seq = 1; seq <= 5; seq++) {
    write(path, seq)
    assert.deepEqual(found(path), mark(seq))
  }
  assert.equal(statSync(path).size, 2 * PAGE_BYTES)
  assert.equal(statSync(path).mode & 0o777, 0o600)
})

test('a write that was truncated at any byte leaves the previous mark, and later marks can be read', () => {
  const path = newPath()
  write(path, 1, 2)
  for (let seq = 3; seq <= 4; seq++) {
    const file = openMarkFile(path)
    const before = readFileSync(path)
    file.write(mark(seq))
    file.close()
    const after = readFileSync(path)
    const at = before.findIndex((byte, i) => byte !== after[i])
    const slot = at - (at % PAGE_BYTES)
    for (let cut = slot; cut <= slot + SLOT_BYTES; cut++) {
      for (const [head, tail] of [
        [after, before],
        [before, after],
      ] as const) {
        const bytes = Buffer.concat([head.subarray(0, cut), tail.subarray(cut)])
        const torn = newPath(bytes)
        assert.deepEqual(found(torn), mark(bytes.equals(after) ? seq : seq - 1), `${seq}, ${cut}`)
        write(torn, seq + 1)
        assert.deepEqual(found(torn), mark(seq + 1))
        rmSync(torn)
      }
    }
  }
})

test('a first write that was truncated at any byte leaves no mark', () => {
  const path = newPath()
  const file = openMarkFile(path)
  const before = readFileSync(path)
  file.write(mark(1))
  file.close()
  const after = readFileSync(path)
  const slot = after.findIndex((byte) => byte !== 0) & -PAGE_BYTES
  for (let cut = slot; cut < slot + SLOT_BYTES; cut++) {
    const bytes = Buffer.concat([after.subarray(0, cut), before.subarray(cut)])
    assert.deepEqual(found(newPath(bytes)), bytes.equals(after) ? mark(1) : undefined, `${cut}`)
  }
})

test('if one slot is damaged, the other one has a mark that is at most one write older', () => {
  const path = newPath()
  const file = openMarkFile(path)
  for (let seq = 1; seq <= 6; seq++) {
    file.write(mark(seq))
    if (seq === 1) continue
    for (const slot of [0, PAGE_BYTES]) {
      const bytes = readFileSync(path)
      bytes[slot + 20]! ^= 1
      assert(seq - 1 <= found(newPath(bytes))!.seq)
    }
  }
  file.close()
})

test('the server that opens a file with a damaged slot repairs it before it writes', () => {
  for (const slot of [0, PAGE_BYTES]) {
    const path = newPath()
    write(path, 1, 2)
    const bytes = readFileSync(path)
    bytes[slot + 20]! ^= 1
    writeFileSync(path, bytes)
    const { seq } = found(path)!
    const repaired = readFileSync(path)
    repaired[PAGE_BYTES - slot + 20]! ^= 1
    assert.deepEqual(found(newPath(repaired)), mark(seq))
  }
})

test('a file without a readable mark is an error that names the file', () => {
  const path = newPath()
  write(path, 1, 2)
  const damaged = readFileSync(path)
  for (const slot of [0, PAGE_BYTES]) damaged[slot + 20]! ^= 1
  for (const bytes of [damaged, damaged.subarray(0, PAGE_BYTES), Buffer.alloc(0), Buffer.alloc(9000, 'x')]) {
    const spoilt = newPath(bytes)
    assert.throws(
      () => openMarkFile(spoilt),
      (error) => error instanceof InputError && error.message.startsWith(`${spoilt} is damaged. `),
    )
  }
})

test('a write that the system refuses leaves the previous mark, and later writes succeed', () => {
  const path = newPath()
  write(path, 1, 2)
  const script = `
    import { spawnSync } from 'node:child_process'
    import { openMarkFile } from ${JSON.stringify(new URL('./mark-file.ts', import.meta.url).href)}
    const file = openMarkFile(process.argv[1])
    const limit = (bytes) => spawnSync('prlimit', ['--fsize=' + bytes + ':unlimited', '--pid', String(process.pid)])
    const write = (seq) => file.write({ ...file.read(), seq })
    limit(${PAGE_BYTES})
    for (const seq of [3, 4, 5]) write(seq)
    const refused = file.read().seq
    limit('unlimited')
    write(6)
    process.stdout.write(refused + ' ' + file.read().seq)
  `
  const child = spawnSync(process.execPath, ['--input-type=module', '-e', script, path], { encoding: 'utf8' })
  assert.deepEqual([child.stdout, child.stderr], ['2 6', ''])
  assert.deepEqual(found(path), mark(6))
})
