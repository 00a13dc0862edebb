import { type Log, type ServedRelease, serveRelease } from '../../http/http.ts'
import { Release, type ReleaseFolder } from '../../release/release.ts'

export interface WatchedRelease extends Disposable {
  /** Undefined as long as nothing was published. */
  served(): ServedRelease | undefined
  /** Why the release that is named `current` is not served; the one before goes on. */
  readonly problem: () => string | undefined
}

/** Shared volumes tell nobody of a change, so the name of the release is looked at. */
const LOOK_EVERY_MS = 1_000
/** Requests of the release before may still be reading its details. */
const LET_GO_MS = 30_000

/** The release that is to be served, from moment to moment: a new one is read and checked beside the old one, and taken by one assignment. */
export function watchRelease(folder: ReleaseFolder, log: Log): WatchedRelease {
  let current: { readonly id: string; readonly release: Release; readonly served: ServedRelease } | undefined
  let refused: { readonly id: string; readonly problem: string } | undefined

  const look = (): void => {
    const id = folder.currentId()
    if (id === null || id === current?.id || id === refused?.id) return
    try {
      const release = Release.open(folder.path(id))
      const served = serveRelease(release)
      const before = current
      current = { id, release, served }
      refused = undefined
      if (before !== undefined) setTimeout(() => before.release.close(), LET_GO_MS).unref()
      log.info({ release: id }, 'serving a release')
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error)
      refused = { id, problem }
      log.error({ release: id, problem }, 'the release cannot be served; the one before goes on')
    }
  }
  look()
  const timer = setInterval(look, LOOK_EVERY_MS)
  return {
    served: () => current?.served,
    problem: () => refused && `release ${refused.id}: ${refused.problem}`,
    [Symbol.dispose]() {
      clearInterval(timer)
      current?.release.close()
    },
  }
}
