import type { Minted, Principal } from '../../access/access.ts'
import type { LimitName } from '../../access/limits/limits.ts'

/** A page that creates a session presents only the public client id of its project. */
export interface NewSession extends Omit<Extract<Minted, { readonly outcome: 'minted' }>, 'outcome'> {
  readonly kind: 'client_id'
  readonly credential: string
  readonly subject: string
  readonly ip: Principal['ip']
}

export type Caller = Principal | NewSession

/** The rate limits that are taken once the caller is known. */
export type CallerLimit = Exclude<LimitName, 'ip_guesses' | 'concurrent'>
