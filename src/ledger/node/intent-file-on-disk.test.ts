import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openIntentFile } from './intent-file.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-intents-'))
after(() => rmSync(dir, { recursive: true }))

const MODULE = JSON.stringify(new URL('./intent-file.ts', import.meta.url).href)
const START = `
  import { openIntentFile } from ${MODULE}
  const log = openIntentFile(process.argv[1])
  const intent = (n) => ({ incarnation: 3, seq: n, requestId: n.toString(16).padStart(32, '0') })
  const say = (what) => process.stdout.write(what + '\\n')
`

// A limit to every file of the process: at the end of the first reserve of 64 KiB, and within the second.
for (const limitKiB of [64, 96])
  test(`when the file may not grow over ${limitKiB} KiB, add throws, what was added stays, and after some were forgotten there is room again`, () => {
    const path = join(dir, `limited-${limitKiB}`)
    const script = `${START}
    let n = 0
    try {
      for (; n < 5000; n++) log.add([intent(n)])
    } catch (error) {
      say(error.name + ' ' + error.outcome + ' ' + error.cause.code + ' ' + n)
    }
    for (let more = 0; more < 3; more++) {
      try {
        log.add([intent(7000 + more)])
      } catch (error) {
        say(error.outcome)
      }
    }
    log.forget(Array.from({ length: 10 }, (_, one) => intent(one)))
    log.add([intent(9000)])
    say(log.all().length)`
    const shell = 'ulimit -f "$3"; exec "$0" --input-type=module -e "$1" "$2"'
    const child = spawnSync('bash', ['-c', shell, process.execPath, script, path, `${limitKiB}`], { encoding: 'utf8' })
    assert.equal(child.stderr, '')
    assert.equal(child.stdout, 'IntentFault not_done EFBIG 1023\nnot_done\nnot_done\nnot_done\n1014\n')
    const log = openIntentFile(path)
    const seqs = log.all().map(({ seq }) => seq)
    assert.deepEqual(seqs, [...Array.from({ length: 1013 }, (_, n) => n + 10), 9000])
    log.close()
  })

test('what a process that was killed had added is there', async () => {
  const path = join(dir, 'killed')
  const script = `${START}
    const first = log.all().length
    for (let n = first; ; n += 2) {
      log.add([intent(n), intent(n + 1)])
      say(n + 1)
    }`
  let added = -1
  for (let kill = 0; kill < 4; kill++) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script, path], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const until = added + 100
    let said = ''
    for await (const chunk of child.stdout) {
      said += chunk
      const lines = said.split('\n')
      added = Math.max(added, Number(lines.at(-2) ?? -1))
      if (until < added) child.kill('SIGKILL')
    }
    const log = openIntentFile(path)
    const seqs = log.all().map(({ seq }) => seq)
    assert(added < seqs.length && seqs.length % 2 === 0, `${added} ${seqs.length}`)
    assert.deepEqual(
      seqs,
      Array.from(seqs, (_, n) => n),
    )
    log.close()
  }
})

test('adding takes no more of the disk than was reserved', () => {
  const path = join(dir, 'reserved')
  const log = openIntentFile(path)
  const { size, blocks } = statSync(path)
  assert(size <= blocks * 512)
  for (let seq = 0; seq < 300; seq++) log.add([{ incarnation: 1, seq, requestId: 'f'.repeat(32) }])
  assert.deepEqual([statSync(path).size, statSync(path).blocks], [size, blocks])
  assert.equal(statSync(path).mode & 0o777, 0o600)
  log.close()
})
