import { COUNTRIES } from '../../src/records/country.ts'
import type { Documents } from './documents.ts'
import { judgeAddresses } from './judge-addresses.ts'
import { judgeCompanies } from './judge-companies.ts'
import type { List } from './list.ts'
import type { SeededCase } from './recipe.ts'

/** For each case the names of the best records. One pass over each country serves all cases. */
export function judgeCase(documents: Documents, cases: readonly SeededCase[]): Map<SeededCase, readonly string[]> {
  return new Map(
    COUNTRIES.flatMap((country) => {
      const { companies, points, entities } = documents[country]
      const own = cases.filter(({ query }) => query.country === country)
      const of = (kind: SeededCase['query']['kind']) => own.filter(({ query }) => query.kind === kind)
      return [
        ...judgeCompanies(rowsOf(companies), of('companies')),
        ...judgeAddresses({ points: rowsOf(points), entities: rowsOf(entities) }, of('addresses')),
      ]
    }),
  )
}

function* rowsOf<Row>(list: List<{ readonly row: Row }>): Generator<Row> {
  for (const { row } of list) yield row
}
