import { readWords } from '../read-table.ts'
import type { PeopleWords } from './people.ts'

export const SLOVAK_PEOPLE: PeopleWords = {
  men: readWords('slovak/first-names-of-men.txt'),
  women: readWords('slovak/first-names-of-women.txt'),
  surnames: readWords('slovak/surnames.txt'),
  titles: ['Ing.', 'Mgr.', 'MUDr.', 'Bc.', 'JUDr.', 'PhDr.', 'RNDr.', 'Ing. arch.', 'MVDr.', 'PaedDr.'],
}
