import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { InputError } from '../src/stdx/input-error.ts'
import { endWithMessage } from './end-with-message.ts'
import { ROOT, readManifest } from './manifest.ts'
import { listPluginFiles } from './plugin.ts'

/*
 * `node packaging/publish-plugin.ts ADDRESS`: commits the plugin to the Subversion repository of WordPress.org, as
 * `trunk` and as the tag of its version, with the pictures of its page in `assets`. It is one commit, so it is there
 * whole or not at all. A tag that is there with the same files is passed over; one with other files is refused.
 */

const PICTURES = join(ROOT, 'plugins/wordpress-org')

type Files = readonly (readonly [name: string, content: Buffer])[]

function publishPlugin([address]: readonly string[]): void {
  if (address === undefined) throw new InputError('name the address of the Subversion repository')
  const { version } = readManifest()
  const tag = `tags/${version}`
  const files = listPluginFiles()
  const folder = mkdtempSync(join(tmpdir(), 'regista-plugin-'))
  try {
    svn('checkout', '--depth', 'immediates', address, folder)
    svn('update', '--set-depth', 'immediates', join(folder, 'tags'))
    if (readdirSync(join(folder, 'tags')).includes(version)) {
      svn('update', '--set-depth', 'infinity', join(folder, tag))
      if (!isSame(readFiles(join(folder, tag)), files))
        throw new InputError(`${tag} is published already, with other files`)
      console.log(`${tag}: was there already`)
      return
    }
    replace(join(folder, 'trunk'), files)
    const pictures = readFiles(PICTURES).filter(([name]) => name !== 'README.md')
    replace(join(folder, 'assets'), pictures)
    for (const [name] of pictures.filter(([one]) => one.endsWith('.png')))
      svn('propset', '--quiet', 'svn:mime-type', 'image/png', join(folder, 'assets', name))
    svn('copy', '--quiet', join(folder, 'trunk'), join(folder, tag))
    svn('commit', '--quiet', '-m', `Release ${version}`, folder)
    console.log(`${tag}: published`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The folder then has these files and no other. */
function replace(folder: string, files: Files): void {
  svn('update', '--set-depth', 'infinity', folder)
  const names = new Set(files.map(([name]) => name))
  for (const [name] of readFiles(folder)) if (!names.has(name)) svn('delete', '--quiet', join(folder, name))
  for (const [name, content] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  svn('add', '--quiet', '--force', folder)
}

function readFiles(folder: string): Files {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const names = entries.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
  const own = names.filter((name) => !name.startsWith('.svn/'))
  return own.map((name) => [name, readFileSync(join(folder, name))] as const)
}

function isSame(there: Files, files: Files): boolean {
  const known = new Map(there)
  return there.length === files.length && files.every(([name, content]) => known.get(name)?.equals(content))
}

function svn(...args: readonly string[]): void {
  const { WORDPRESS_USER: user, WORDPRESS_PASSWORD: input } = process.env
  const login = user ? ['--username', user, '--password-from-stdin', '--no-auth-cache'] : []
  const stdio = ['pipe', 'ignore', 'pipe'] as const
  const { status, stderr, error } = spawnSync('svn', ['--non-interactive', ...login, ...args], {
    stdio: [...stdio],
    encoding: 'utf8',
    input: input ?? '',
  })
  if (error) throw new InputError(`svn cannot be run: ${error.message}`)
  if (status !== 0) throw new InputError(`svn ${args[0]} failed:\n${stderr}`)
}

if (import.meta.main) endWithMessage(() => publishPlugin(process.argv.slice(2)))
