import type { ReleaseParts } from '../../../src/http/served-release.ts'
import type { Scene } from '../scene.ts'

/** Runs with something else in place of a part of the release. */
export async function withRelease<T>(
  { servers: [{ state }] }: Scene,
  change: (release: ReleaseParts) => Partial<ReleaseParts>,
  work: () => Promise<T>,
): Promise<T> {
  const release = state.release!
  state.release = {
    manifest: release.manifest,
    company: (country, ico) => release.company(country, ico),
    companyIndex: (country) => release.companyIndex(country),
    addressIndex: (country) => release.addressIndex(country),
    ...change(release),
  }
  try {
    return await work()
  } finally {
    state.release = release
  }
}

/** Runs without any data. */
export async function withoutRelease<T>({ servers: [{ state }] }: Scene, work: () => Promise<T>): Promise<T> {
  const { release } = state
  state.release = undefined
  try {
    return await work()
  } finally {
    state.release = release
  }
}
