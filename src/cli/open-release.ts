import { Release, ReleaseFolder, WithdrawnRecords } from '../release/release.ts'
import { InputError } from '../stdx/input-error.ts'

/** Opens the release that is served, with the withdrawals that servers apply. */
export function openRelease(dir: string): Release {
  const folder = new ReleaseFolder(dir)
  const id = folder.currentId()
  if (id === null) throw new InputError('there is no release yet. Run `regista import` and `regista publish` first.')
  return Release.open(folder.path(id), new WithdrawnRecords(folder.withdrawals()))
}
