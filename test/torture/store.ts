import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readStoreSettings } from '../../src/cli/store-settings.ts'
import { ReleaseFolder, readManifest } from '../../src/release/release.ts'
import { createHttpGet } from '../../src/stdx/http-get.ts'
import { type Random, seededRandom } from '../../src/stdx/random.ts'
import type { StorePlace } from '../../src/store/place.ts'
import { ReleaseStore } from '../../src/store/release-store.ts'
import { s3Place } from '../../src/store/s3-place.ts'
import { parseStoreAddress } from '../../src/store/store-address.ts'
import { dyingPlace } from '../../src/store/testing/dying-place.ts'
import { type Fault, type FileServer, startFileServer } from '../../src/store/testing/file-server.ts'
import { idOfDay } from '../../src/store/testing/releases.ts'
import { Follower, Publisher } from '../../src/store/testing/roles.ts'
import { readTrialOptions, seconds, seed, text } from '../testing/trial.ts'

const chosen = readTrialOptions({
  name: 'torture:store',
  what: 'Publishers that are killed and servers that are restarted on one store. Without --store it is a server of buckets that fails, cuts and drops; with one, a real store, whose prefix must be empty and is emptied again.',
  options: {
    store: text('an address as of regista publish --store', undefined),
    seconds: seconds('how long', 10),
    seed,
  },
})
const FOLLOWERS = 4
const ACCESS = {
  region: 'eu-central-1',
  accessKeyId: 'AKIDTORTURE',
  secretAccessKey: 'secret',
  sessionToken: undefined,
}

const dir = mkdtempSync(join(tmpdir(), 'regista-torture-store-'))
const random = seededRandom(chosen.seed)
try {
  if (chosen.store === undefined) {
    await using server = await startFileServer(join(dir, 'buckets'), { ...ACCESS, endpoint: undefined })
    const web = { get: createHttpGet('torture'), sleep: async () => undefined, documentMs: 30_000 }
    const address = { kind: 's3', bucket: 'torture', prefix: 'a/' } as const
    await torture(s3Place(address, { ...ACCESS, endpoint: server.url }, web), server)
  } else {
    const { place } = ReleaseStore.open(readStoreSettings(parseStoreAddress(chosen.store)))
    const folders = ['current', 'manifests', 'files'] as const
    for (const folder of folders)
      assert.deepEqual(await place.writer!.list(folder), [], `${place.name} is not empty: use another prefix`)
    try {
      await torture(place, undefined)
    } finally {
      for (const folder of folders)
        for (const { name } of await place.writer!.list(folder)) await place.writer!.remove(`${folder}/${name}`)
      await place.writer!.remove('withdrawn.json')
    }
  }
} finally {
  rmSync(dir, { recursive: true })
}

function chooseFault(random: Random): Fault | undefined {
  const roll = random.below(400)
  if (roll < 10) return { status: 500 }
  if (roll < 20) return { dropAfter: random.below(200) }
  return roll === 20 ? { status: 403 } : undefined
}

async function torture(place: StorePlace, server: FileServer | undefined): Promise<void> {
  const publisher = new Publisher(place)
  const followers = Array.from({ length: FOLLOWERS }, () => new Follower(place))
  const texts = new Map<string, string>()
  const served = new Map<Follower, number>()
  const counts = { published: 0, killed: 0, failed: 0, restarts: 0, switches: 0 }
  const untilMs = performance.now() + chosen.seconds * 1000
  let day = 0

  /** A follower serves a whole release, and never one that was published before the last one that it served. */
  const check = async (follower: Follower): Promise<void> => {
    const release = await follower.check()
    if (release === null) return
    const path = follower.folder.path(release)
    assert.equal(readFileSync(join(path, 'companies-sk.index'), 'utf8'), `index ${texts.get(release)}`)
    for (const { name, sha256 } of readManifest(path).segments.flatMap(({ files }) => files))
      assert.equal(
        createHash('sha256')
          .update(readFileSync(join(path, name)))
          .digest('hex'),
        sha256,
      )
    const at = [...texts.keys()].indexOf(release)
    if (served.get(follower) !== at) counts.switches += 1
    assert((served.get(follower) ?? -1) <= at, `it went back to ${release}`)
    served.set(follower, at)
  }

  const publish = async (from: Publisher): Promise<void> => {
    day += 1
    const companies = `${day} `.repeat(1 + random.below(5_000))
    const contents = { companies, addresses: `addresses ${Math.floor(day / 7)}` }
    texts.set(idOfDay(day), companies)
    await from.publish(day, contents).then(
      () => (counts.published += 1),
      (error: Error) => {
        if (error.message === 'killed') counts.killed += 1
        else counts.failed += 1
      },
    )
  }

  while (performance.now() < untilMs) {
    if (server !== undefined) server.fault = () => chooseFault(random)
    const isKilled = random.below(2) === 0
    const from = isKilled ? new Publisher(dyingPlace(place, random.below(40))) : publisher
    await Promise.all([publish(from), ...followers.map(check)])
    const i = random.below(FOLLOWERS)
    if (random.below(3) !== 0) continue
    const restarted = new Follower(place, { folder: new ReleaseFolder(followers[i]!.folder.dir) })
    served.set(restarted, served.get(followers[i]!) ?? -1)
    followers[i] = restarted
    counts.restarts += 1
  }
  if (server !== undefined) server.fault = () => undefined
  await publish(publisher)
  for (const follower of followers) {
    follower.nowMs += 600_000
    await check(follower)
    assert.equal(served.get(follower), texts.size - 1, `a server does not serve the last release: ${follower.problem}`)
  }
  console.log(`seed ${chosen.seed}: ${JSON.stringify(counts)}; all ${FOLLOWERS} servers serve the last release`)
}
