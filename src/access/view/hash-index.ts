import { mix32 } from '../../stdx/mix32.ts'
import { sharePieces } from '../../stdx/share-pieces.ts'

/** Finds entries by a hash of 32 bits, in shared memory. The entries of one place are a chain, the last one first. */
export interface HashIndex {
  readonly hashes: Uint32Array
  /** For each place the entry + 1 with which its chain begins; zero: none. The length is a power of two. */
  readonly heads: Uint32Array
  /** For each entry the entry + 1 that follows it. */
  readonly nexts: Uint32Array
}

export function makeHashIndex(pieces: readonly Uint32Array[]): HashIndex {
  const hashes = sharePieces(pieces)
  const heads = sharePieces([new Uint32Array(2 ** Math.ceil(Math.log2(Math.max(1, hashes.length))))])
  const nexts = sharePieces([new Uint32Array(hashes.length)])
  for (const [entry, hash] of hashes.entries()) {
    const place = hash & (heads.length - 1)
    nexts[entry] = heads[place]!
    heads[place] = entry + 1
  }
  return { hashes, heads, nexts }
}

/** The entries with this hash. Another text may have the same. */
export function* entriesWith({ hashes, heads, nexts }: HashIndex, hash: number): Generator<number> {
  for (let next = heads[hash & (heads.length - 1)]!; next !== 0; next = nexts[next - 1]!)
    if (hashes[next - 1] === hash) yield next - 1
}

/** The seed is by chance: nobody can choose texts of one place. */
export function hashText(text: string, seed: number): number {
  let hash = seed
  for (let i = 0; i < text.length; i++) hash = mix32(hash ^ text.charCodeAt(i))
  return hash
}
