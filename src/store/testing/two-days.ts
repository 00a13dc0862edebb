import assert from 'node:assert/strict'
import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ReleaseFolder } from '../../release/release.ts'
import { seededRandom } from '../../stdx/random.ts'
import type { StorePlace } from '../place.ts'
import { type Contents, idOfDay } from './releases.ts'
import { Follower, type FollowerOptions, Publisher } from './roles.ts'
import { makeFolder, type Scene } from './scene.ts'

export const PAGE = 4096
export const PAGES = 30
const random = seededRandom(1)
/** It can be packed, but not to nothing. */
const TEXT = Array.from({ length: PAGES * PAGE }, () => random.below(36).toString(36)).join('')

/** The files of one day differ from those of any other in one page. */
export function contentsOf(day: number): Contents {
  const at = (day % PAGES) * PAGE
  return {
    companies: `${TEXT.slice(0, at)}${String(day).padStart(PAGE, '-')}${TEXT.slice(at + PAGE)}`,
    addresses: null,
  }
}

/** A server with a copy of the folder of another one. */
export function copyOf(follower: Follower, place: StorePlace, options: FollowerOptions = {}): Follower {
  const dir = makeFolder()
  cpSync(follower.folder.dir, dir, { recursive: true })
  return new Follower(place, { folder: new ReleaseFolder(dir), ...options })
}

/** A server that has the release of the first day, and a store that has those of both. */
export async function prepare(scene: Scene) {
  const publisher = new Publisher(scene.writer)
  await publisher.publish(1, contentsOf(1))
  const follower = new Follower(scene.reader)
  assert.equal(await follower.check(), idOfDay(1))
  await publisher.publish(2, contentsOf(2))
  forget(scene)
  return { publisher, follower }
}

export function forget({ server }: Scene): void {
  if (server !== undefined) server.requests.length = 0
}

/** How often each form was asked for. */
export function asked({ server }: Scene): Readonly<Record<string, number>> {
  const folders = server!.requests.map((request) => /\/(files|packed|patches)\//.exec(request)?.[1])
  return Object.fromEntries(['patches', 'packed', 'files'].map((one) => [one, folders.filter((f) => f === one).length]))
}

export function assertSame(follower: Follower, publisher: Publisher, id: string): void {
  for (const name of readdirSync(publisher.folder.path(id)))
    assert(
      readFileSync(join(follower.folder.path(id), name)).equals(readFileSync(join(publisher.folder.path(id), name))),
    )
}
