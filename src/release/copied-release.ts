import { FILE_FORMATS } from '../engine/engine.ts'
import { InputError } from '../stdx/input-error.ts'
import { parseJson } from '../stdx/json-fields.ts'
import { findOtherFormat, hasContent, MANIFEST_FORMAT, type Manifest, type ManifestFile } from './manifest.ts'
import { RELEASE_ID } from './release-folder.ts'
import { SEGMENTS } from './segment.ts'

/** For `src/store`, which copies releases from one machine to another and trusts no byte of them. */
export { MANIFEST_FILE, type Manifest, type ManifestFile } from './manifest.ts'
export { RELEASE_ID } from './release-folder.ts'
export { formatWithdrawals, mergeWithdrawals, parseWithdrawals, type WithdrawnKey } from './withdrawals.ts'

/** Names the formats of the manifest and of all files, as in `4-companies-8-9-addresses-3-4`. */
export const RELEASE_FORMAT = `${MANIFEST_FORMAT}-companies${numbersOf(FILE_FORMATS.company)}-addresses${numbersOf(FILE_FORMATS.address)}`

function numbersOf(formats: string): string {
  return formats.replace(/[^0-9]+/g, '-')
}

/** A larger file is a mistake: the largest has about 2 GB. */
const FILE_BYTES_MAX = 50e9

/**
 * Parses the manifest of a release from elsewhere. Throws an InputError unless every file has one of the names that
 * this build knows, so that no name leads out of the folder, and a length and a hash.
 */
export function parseManifest(text: string, name: string): Manifest {
  const manifest = parseJson(text) as Partial<Manifest> | null | undefined
  if (manifest === undefined) throw new InputError(`${name} is damaged: it is not JSON.`)
  if (manifest?.format !== MANIFEST_FORMAT)
    throw new InputError(`${name} has another format than ${MANIFEST_FORMAT}, which this build reads.`)
  const { id, segments, sources } = manifest
  const isSound =
    typeof id === 'string' &&
    RELEASE_ID.test(id) &&
    Array.isArray(sources) &&
    Array.isArray(segments) &&
    SEGMENTS.every(({ name }) => segments.filter((one) => one?.name === name).length <= 1) &&
    segments.every(isSegment) &&
    hasContent(manifest as Manifest)
  if (!isSound) throw new InputError(`${name} is damaged: a field is missing or has a value that no release has.`)
  const other = findOtherFormat(manifest as Manifest)
  if (other !== null) throw new InputError(`${name}: ${other}.`)
  return manifest as Manifest
}

function isSegment(segment: Partial<Manifest['segments'][number]> | null): boolean {
  const known = SEGMENTS.find(({ name }) => name === segment?.name)
  const { files, inputs } = segment ?? {}
  if (known === undefined || !Array.isArray(files) || typeof inputs !== 'object' || inputs === null) return false
  return files.every((file: Partial<ManifestFile> | null) => {
    const { name = '', bytes, sha256 = '' } = file ?? {}
    const isBytes = Number.isSafeInteger(bytes) && 0 < bytes! && bytes! <= FILE_BYTES_MAX
    return known.files.includes(name) && isBytes && /^[0-9a-f]{64}$/.test(sha256)
  })
}
