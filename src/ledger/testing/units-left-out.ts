import { type DoubtRow, LEFT_OUT } from '../tables/doubts.ts'

/** The units that doubts name as acknowledged and lost, of one account or of all. */
export function unitsLeftOut(doubts: readonly DoubtRow[], account?: string): number {
  return doubts
    .filter((doubt) => doubt.reason === LEFT_OUT && (account === undefined || doubt.account === account))
    .reduce((sum, { detail }) => sum + Number(/ with (.+?) units? /.exec(detail)![1]!.replace(/\D/g, '')), 0)
}
