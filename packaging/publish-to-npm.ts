import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { InputError } from '../src/stdx/input-error.ts'
import { endWithMessage } from './end-with-message.ts'

/*
 * `node packaging/publish-to-npm.ts FOLDER [options of npm publish]`: publishes each package of the folder that the
 * registry lacks. It skips a version that is there with the same bytes, so a release that failed can be run again.
 * Other bytes are an error, because a published version never changes.
 */

function publishToNpm([folder, ...options]: readonly string[]): void {
  if (folder === undefined) throw new InputError('name the folder of the packages')
  const packages = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
  if (packages.length === 0) throw new InputError(`${folder} has no package. Run: npm run package`)
  for (const file of packages.sort()) {
    // npm takes a path with one slash for a repository of GitHub.
    const path = join(resolve(folder), file)
    const name = readName(path)
    const there = readIntegrity(name)
    if (there === undefined) runNpm(['publish', path, ...options])
    else if (there !== integrityOf(path)) throw new InputError(`${name} is published already, with other bytes`)
    console.log(`${name}: ${there === undefined ? 'published' : 'was there already'}`)
  }
}

function readName(path: string): string {
  const { status, stdout, stderr } = spawnSync('tar', ['-xzOf', path, 'package/package.json'], { encoding: 'utf8' })
  if (status !== 0) throw new InputError(`${path} is no package of npm:\n${stderr}`)
  const { name, version } = JSON.parse(stdout) as { name: string; version: string }
  return `${name}@${version}`
}

/** Undefined: the registry does not have this version. Any other failure ends the run: it could hide the version. */
function readIntegrity(name: string): string | undefined {
  const { status, stdout, stderr } = spawnSync('npm', ['view', name, 'dist.integrity', '--json'], { encoding: 'utf8' })
  if (status !== 0 && /\bE404\b/.test(`${stdout}${stderr}`)) return undefined
  if (status !== 0) throw new InputError(`npm view ${name} failed:\n${stderr}${stdout}`)
  return stdout.trim() === '' ? undefined : (JSON.parse(stdout) as string)
}

function integrityOf(path: string): string {
  return `sha512-${createHash('sha512').update(readFileSync(path)).digest('base64')}`
}

function runNpm(args: readonly string[]): void {
  const { status } = spawnSync('npm', args, { stdio: 'inherit' })
  if (status !== 0) throw new InputError(`npm ${args.slice(0, 2).join(' ')} failed`)
}

if (import.meta.main) endWithMessage(() => publishToNpm(process.argv.slice(2)))
