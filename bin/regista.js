#!/usr/bin/env node
import { existsSync, lstatSync, mkdirSync } from 'node:fs'
import * as modules from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

// Plain JavaScript, so that an older Node can still read it and say what is missing.
const major = Number(process.versions.node.split('.')[0])

if (major < 26) {
  const isCheckout = existsSync(new URL('../package-lock.json', import.meta.url))
  const cure = isCheckout
    ? 'Run `npm run -s regista -- …` in the project folder: it uses the Node that `npm ci` installed.'
    : 'Install that Node, or take the archive of Regista, which has its own.'
  process.stderr.write(`regista: Node 26 or newer is needed, this is ${process.versions.node}. ${cure}\n`)
  process.exitCode = 2
} else {
  // Keeps compiled code for the next start. Threads look for it in the environment.
  const folder = ownCacheFolder()
  if (folder !== undefined) modules.enableCompileCache(folder)
  const kept = modules.getCompileCacheDir()
  if (kept !== undefined) process.env.NODE_COMPILE_CACHE ??= dirname(kept)
  // `regista doctor | head -3` closes the pipe early; that is no failure.
  process.stdout.on('error', (error) => {
    if (error.code === 'EPIPE') process.exit(0)
    process.stderr.write(`regista: the output cannot be written: ${error.message}. What was printed is not complete.\n`)
    process.exit(1)
  })
  // The log is no longer read, or its disk is full. The server must go on answering.
  process.stderr.on('error', () => {})
  const { main } = await import('../src/main.ts')
  process.exitCode = await main(process.argv)
}

/** Only this user can write there: code that another user had put into it would run with our rights. */
function ownCacheFolder() {
  const user = process.getuid?.()
  const folder = join(tmpdir(), `regista-compiled-${user ?? 'own'}`)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const { mode, uid } = lstatSync(folder)
    const isOurs = user === undefined || (uid === user && (mode & 0o170077) === 0o040000)
    return isOurs ? folder : undefined
  } catch {
    // No room, or no right to write. The program starts without it.
    return undefined
  }
}
