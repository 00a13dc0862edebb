import type { NodeParts } from './node-parts.ts'
import { retryUntilAnswered } from './retry-until-answered.ts'

type LostFolderPorts = Pick<NodeParts, 'books' | 'notes' | 'timers' | 'shape' | 'node' | 'report'>

/**
 * Detects a folder without notes beside books that have been written: the folder of the server that wrote them is lost,
 * or the books were copied without it. This runs before the node begins its incarnation, and is remembered only
 * afterwards, so that a crash in between repeats it.
 */
export async function checkForLostFolder(parts: LostFolderPorts): Promise<void> {
  const { books, notes, timers, shape, node } = parts
  if (notes.lastIncarnation !== undefined) return
  // Other nodes with their own folders have written shared books; only this node's incarnations count.
  const starts = await retryUntilAnswered(timers, () => books.incarnationsBegun(shape === 'sole' ? undefined : node))
  if (0 < starts) {
    const doubt = { account: null, reason: 'node_folder_lost', detail: DETAIL }
    if (shape === 'sole') await retryUntilAnswered(timers, () => books.raiseDoubt(doubt))
    // The other nodes go on, and this one charges like a new one.
    else parts.report?.(`node ${node}: ${DETAIL}`)
  }
  await notes.begin(0)
}

const DETAIL =
  'a server has written these books before, and its folder "node" is empty: the notes of failed requests are lost, ' +
  'so their charges may stand, and so is the mark that reveals an older copy of the books'
