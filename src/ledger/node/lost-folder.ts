import type { BookkeeperPorts } from './bookkeeper.ts'
import { untilKnown } from './until-known.ts'

type LostFolderPorts = Pick<BookkeeperPorts, 'books' | 'notes' | 'timers' | 'shape' | 'node' | 'report'>

/**
 * A folder without notes, beside books that have been written: the folder of the server that wrote them is lost, or the books were copied without it. Asked
 * before the node begins its incarnation, and remembered afterwards, so that a crash in between asks again.
 */
export async function checkForLostFolder({
  books,
  notes,
  timers,
  shape,
  node,
  report,
}: LostFolderPorts): Promise<void> {
  if (notes.lastIncarnation !== undefined) return
  // Shared books have been written by nodes whose folders are elsewhere; only this node's own matter here.
  const starts = await untilKnown(timers, () => books.incarnationsBegun(shape === 'sole' ? undefined : node))
  if (0 < starts) {
    const doubt = { account: null, reason: 'node_folder_lost', detail: DETAIL }
    if (shape === 'sole') await untilKnown(timers, () => books.raiseDoubt(doubt))
    // The other nodes go on, and this one charges like a new one.
    else report?.(`node ${node}: ${DETAIL}`)
  }
  await notes.begin(0)
}

const DETAIL =
  'a server has written these books before, and its folder "node" is empty: its notes of failed requests, whose charges may now stand, ' +
  'and its mark, by which an older copy of the books is noticed, are lost'
