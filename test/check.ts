import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ROOT } from './testing/source-tree.ts'

/*
 * Runs every script `check:…` of package.json, as many at a time as there are processors, and prints the output of each
 * in one piece. Ends with 1 if one of them fails.
 */

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
const checks = Object.entries(scripts).filter(([name]) => name.startsWith('check:'))
const env = { ...process.env, PATH: `${join(ROOT, 'node_modules/.bin')}${delimiter}${process.env.PATH}` }

async function runChecks(): Promise<void> {
  for (let next = checks.shift(); next !== undefined; next = checks.shift()) {
    const [name, command] = next
    const child = spawn(command, { cwd: ROOT, env, shell: true, stdio: ['ignore', 'pipe', 'pipe'] })
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
    const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
    const code = await ended
    process.stdout.write(`${code === 0 ? '✔' : '✖'} ${name}\n${output}${errors}`)
    if (code !== 0) process.exitCode = 1
  }
}

await Promise.all(Array.from({ length: availableParallelism() }, runChecks))
