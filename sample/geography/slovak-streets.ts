import { readWords } from '../read-table.ts'
/** Names of streets, the most frequent first: the place in the list decides how often a name is met. */
export const SLOVAK_STREETS: readonly string[] = readWords('slovak/streets.txt')
