import { hash } from 'node:crypto'
import type { AccessView } from '../view/view.ts'

/** Ids of the keys whose text stands in this one, and which still open something. */
export function exposedKeys(view: AccessView, text: string): readonly string[] {
  // Of nearly every text this is all that is looked at.
  if (!text.includes('rgk_')) return []
  const known = (text.match(KEYS) ?? []).map((key) => view.key(hash('sha256', key, 'hex')))
  return known.flatMap((key) => (key === undefined || key.revokedAtMs !== null ? [] : [key.id]))
}

const KEYS = /rgk_[a-f0-9]{64}/g
