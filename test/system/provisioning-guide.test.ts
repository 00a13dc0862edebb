import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { listAccounts } from '../../src/access/control/accounts.ts'
import { openAdminScene } from '../../src/server/testing/admin-scene.ts'
import { readGuideSample } from '../testing/guide-samples.ts'
import { hasProgram } from '../testing/programs.ts'

const scene = await openAdminScene()
after(() => scene[Symbol.asyncDispose]())

const PROGRAMS = [
  {
    name: 'provisioning: A new customer (sh)',
    program: 'curl',
    start: (code: string) => ['sh', '-c', code],
    units: 200_000,
  },
  {
    name: 'provisioning: PHP (php)',
    program: 'php',
    start: (code: string) => ['php', '-r', code.replace('<?php', '')],
    units: 300_000,
  },
  {
    name: 'provisioning: Python (python)',
    program: 'python3',
    start: (code: string) => ['python3', '-c', code],
    units: 300_000,
  },
] as const

for (const { name, program, start, units } of PROGRAMS)
  test(`${name} makes one customer however often it runs, and says why it fails`, {
    skip: hasProgram(program) ? false : `this machine has no ${program}`,
  }, async () => {
    const code = readGuideSample(name).replaceAll('https://admin.example.com', `http://127.0.0.1:${scene.port}`)
    const run = async (token: string) => {
      const env = { ...process.env, REGISTA_OPERATOR_TOKEN: token, ORDER: `of-${program}` }
      const [file, ...args] = start(code)
      return await promisify(execFile)(file!, args, { env }).then(
        (output) => ({ exit: 0, ...output }),
        (failure: { stdout: string; stderr: string }) => ({ exit: 1, ...failure }),
      )
    }
    const before = (await listAccounts(scene.control)).length
    for (let i = 0; i < 2; i++) {
      const { exit, stdout, stderr } = await run(scene.tokens.provision)
      assert.equal(exit, 0, stderr + stdout)
      const account = (await listAccounts(scene.control)).at(-1)!
      assert(stdout.includes(account.id), stdout)
      assert.deepEqual([account.name, account.allowanceUnits], ['Bakery', units])
    }
    assert.equal((await listAccounts(scene.control)).length, before + 1)
    const failed = await run(scene.tokens.read)
    assert.notEqual(failed.exit, 0)
    assert.match(failed.stdout + failed.stderr, /role_not_sufficient/)
  })
