/** `rate` requests a second in the long run, `burst` at once. */
export interface Limit {
  /** Zero: never refilled. */
  readonly rate: number
  readonly burst: number
}

/**
 * All limits. They share the server fairly and make guessing keys pointless; they do not count units. An address may
 * stand for thousands of people behind one router, so the limits of addresses are wide and those of credentials narrow.
 * A person who types makes three to eight requests a second.
 */
export const LIMITS = {
  /** All requests of an IPv4 address or a /64 of IPv6 to an operation, counted before the credential is read. */
  ip: { rate: 100, burst: 200 },
  /** Unknown keys and broken tokens from such an address. A valid credential from there is not affected. */
  ip_guesses: { rate: 10 / 60, burst: 100 },
  /** A server key. */
  key: { rate: 50, burst: 100 },
  /** All keys of an account: two at their limit. A flood of sessions must not stop the account's servers. */
  account: { rate: 100, burst: 200 },
  /** Details per credential: ten units each. */
  details: { rate: 10, burst: 20 },
  /** Reading the account's usage, per key: a page that displays it reads once a second at most. */
  usage: { rate: 2, burst: 10 },
  /** A browser session: one person who types. */
  session: { rate: 10, burst: 20 },
  /** The total of a browser session: on average two requests in three seconds, for fifteen minutes. */
  session_life: { rate: 0, burst: 600 },
  /** All sessions of a project: some forty people who type at the same moment. */
  project_sessions: { rate: 200, burst: 400 },
  /** New sessions of an address or /64: a page opens one per visitor and quarter of an hour. */
  mint_ip: { rate: 30 / 60, burst: 60 },
  /** New sessions of a /24, or /48 of IPv6: one person can have so many addresses. */
  mint_network: { rate: 300 / 60, burst: 600 },
  /** New sessions of a project: any client can request one. */
  mint_project: { rate: 600 / 60, burst: 600 },
  /** Concurrent requests of an account: more would only wait for each other. */
  concurrent: { rate: 0, burst: 64 },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof LIMITS
export const LIMIT_NAMES = Object.keys(LIMITS) as LimitName[]

/** Null: disabled. */
export type LimitSettings = Readonly<Record<LimitName, Limit | null>>

/** The limits of addresses that a project may set for its own web pages. */
export const PROJECT_LIMIT_NAMES = ['ip', 'mint_ip'] as const satisfies readonly LimitName[]
export type ProjectLimitName = (typeof PROJECT_LIMIT_NAMES)[number]

/**
 * `ip` applies to the project's sessions in addition to the server's limit, which is counted before the project is
 * known: it can only be stricter. `mint_ip` replaces the server's limit, because the request for a session names the
 * project: it may be stricter, or wider for a project with thousands of visitors behind one address.
 */
export type ProjectLimits = { readonly [name in ProjectLimitName]?: Limit }

/** One server's share of the limit, rounded up: at least one request at once. */
export function divideLimit({ rate, burst }: Limit, servers: number): Limit {
  return { rate: rate / servers, burst: Math.max(1, Math.ceil(burst / servers)) }
}
