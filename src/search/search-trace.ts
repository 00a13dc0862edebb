/** What a query cost of its work budget. */
export interface SearchCost {
  readonly workSpent: number
  readonly workMax: number
  /** The budget ended the search: there may be more hits. */
  readonly stoppedEarly: boolean
}

/** Receives what a search does, for an explanation. A step is one tier, tried with one reading. */
export interface SearchTrace<Query, Step> {
  /** Called again if the query has another meaning that is tried later: abbreviated first words. */
  onQuery(query: Query): void
  onStep(step: Step): void
  onEnd(cost: SearchCost): void
}
