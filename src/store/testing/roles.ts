import { generateKeyPairSync } from 'node:crypto'
import type { ReleaseFolder } from '../../release/release.ts'
import { seededRandom } from '../../stdx/random.ts'
import { LIMIT_MS } from '../../stdx/testing/until.ts'
import type { StoreKeys } from '../documents.ts'
import type { FormFault } from '../fetch-file.ts'
import { type FollowTools, StoreFollower, type StoreStatus } from '../follow-store.ts'
import type { StorePlace } from '../place.ts'
import { publishToStore, type StorePublication, type StoreReport } from '../publish-to-store.ts'
import { ReleaseStore } from '../release-store.ts'
import { type Contents, idOfDay, makeRelease, makeReleaseFolder, timeOfDay } from './releases.ts'

/** A pair of keys for signatures. */
export function makeKeys(): { readonly signingKey: string; readonly publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return {
    signingKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }) as string,
  }
}

/** A machine that publishes invented releases. */
export class Publisher {
  readonly folder = makeReleaseFolder()
  readonly store: ReleaseStore

  constructor(place: StorePlace, keys: StoreKeys = {}) {
    this.store = new ReleaseStore(place, keys)
  }

  async publish(day: number, contents: Contents, more: Partial<StorePublication> = {}): Promise<StoreReport> {
    const id = makeRelease(this.folder, idOfDay(day), contents)
    return await publishToStore(this.store, {
      folder: this.folder,
      id,
      withdrawals: [],
      nowMs: timeOfDay(day),
      signal: new AbortController().signal,
      progress: () => {},
      ...more,
    })
  }
}

/** A server that follows a store. Its waits take no time. */
export class Follower {
  readonly folder: ReleaseFolder
  /** In ms, in order. */
  readonly waits: number[] = []
  /** What went into the log. */
  readonly log: string[] = []
  /** The forms that were not used. */
  readonly faults: FormFault[] = []
  nowMs = timeOfDay(30)
  status: StoreStatus = { problem: undefined, answered: false, activity: undefined }
  readonly #follower: StoreFollower

  constructor(place: StorePlace, { keys = {}, folder = makeReleaseFolder(), ...tools }: FollowerOptions = {}) {
    this.folder = folder
    this.#follower = new StoreFollower(new ReleaseStore(place, keys), folder, {
      sleep: async (ms) => void this.waits.push(ms),
      random: seededRandom(1),
      signal: new AbortController().signal,
      spreadMs: 30_000,
      freeBytes: async () => undefined,
      hasCatalog: () => false,
      nowMs: () => this.nowMs,
      formLimits: { formMs: LIMIT_MS, releaseMs: LIMIT_MS },
      log: (fields, text) => {
        this.log.push(text)
        if ('form' in fields) this.faults.push(fields as unknown as FormFault)
      },
      report: (status) => {
        this.status = status
      },
      ...tools,
    })
  }

  /** Asks once for withdrawals and release. Returns the release that it serves then. */
  async check(): Promise<string | null> {
    await this.#follower.checkWithdrawals()
    await this.#follower.checkRelease()
    return this.folder.currentId()
  }

  /** As a server does, until the signal aborts. */
  run(): Promise<void> {
    return this.#follower.run()
  }

  get problem(): string | undefined {
    return this.status.problem
  }
}

export type FollowerOptions = Partial<FollowTools> & { readonly keys?: StoreKeys; readonly folder?: ReleaseFolder }
