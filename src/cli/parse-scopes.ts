import { SCOPES } from '../access/access.ts'
import { words } from './with-control.ts'

/** `all` stands for every scope. */
export function parseScopeList(text: string, before: readonly string[] = []): readonly string[] {
  return words(text, before).flatMap((word) => (word === 'all' ? SCOPES : [word]))
}
