import { SCOPES } from '../access/access.ts'
import { parseWords } from './parse.ts'

/** `all` stands for every scope. */
export function parseScopeList(text: string, before: readonly string[] = []): readonly string[] {
  return parseWords(text, before).flatMap((word) => (word === 'all' ? SCOPES : [word]))
}
