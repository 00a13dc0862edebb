/** How often something may happen to one subject: `rate` a second in the long run, `burst` at once. */
export interface Limit {
  /** Zero: nothing comes back with time. */
  readonly rate: number
  readonly burst: number
}

/**
 * Every limit there is. They keep a few from taking what is everybody's, and make guessing pointless; they count nothing that is paid for. An address may be thousands of people behind
 * one router, so the limits of addresses are wide and those of credentials narrow. Somebody who types makes three to eight requests a second.
 */
export const LIMITS = {
  /** An IPv4 address, or a /64 of IPv6: all it asks of an operation, before anybody looks who it is. What is not sound, or asks for what is not there, costs less than to count it. */
  ip: { rate: 100, burst: 200 },
  /** The same: unknown keys and broken tokens only. A right credential from the same address never suffers from it. */
  ip_guesses: { rate: 10 / 60, burst: 100 },
  /** A server key. */
  key: { rate: 50, burst: 100 },
  /** All keys of an account: two of them at their limit. Not its sessions: anybody may open those, and who floods them must not stop the account's own servers. */
  account: { rate: 100, burst: 200 },
  /** Details per credential: ten units each. */
  details: { rate: 10, burst: 20 },
  /** Looking at the account's usage, per key: a page that shows it asks once a second at most. */
  usage: { rate: 2, burst: 10 },
  /** A browser session: somebody who types. */
  session: { rate: 10, burst: 20 },
  /** A browser session from its beginning to its end: two thirds of a request every second, for its fifteen minutes. */
  session_life: { rate: 0, burst: 600 },
  /** All sessions of a project together: some forty people who type at the same moment. */
  project_sessions: { rate: 200, burst: 400 },
  /** New sessions of an address or /64: a page opens one per visitor and quarter of an hour. */
  mint_ip: { rate: 30 / 60, burst: 60 },
  /** New sessions of a /24, or /48 of IPv6: one person can have so many addresses. */
  mint_network: { rate: 300 / 60, burst: 600 },
  /** New sessions of a project: anybody can ask for one. */
  mint_project: { rate: 600 / 60, burst: 600 },
  /** Requests of an account that are under way at the same time: more of them only wait for each other. */
  concurrent: { rate: 0, burst: 64 },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof LIMITS
export const LIMIT_NAMES = Object.keys(LIMITS) as LimitName[]

/** Null: switched off. */
export type LimitSettings = Readonly<Record<LimitName, Limit | null>>

/** Those of an address that a project may set for its own web pages. */
export const PROJECT_LIMIT_NAMES = ['ip', 'mint_ip'] as const satisfies readonly LimitName[]
export type ProjectLimitName = (typeof PROJECT_LIMIT_NAMES)[number]

/**
 * What is not in it the server's own limits rule alone. `ip` is taken from the requests of the project's sessions, after the server's: that one is taken before anybody knows whose request
 * it is, so a project can only be stricter. `mint_ip` stands in place of the server's, for a session is asked for by the name of its project: stricter, or wider where thousands of its
 * visitors come from one address.
 */
export type ProjectLimits = { readonly [name in ProjectLimitName]?: Limit }

/** What this node may allow of what all nodes together may, rounded up. At least one request at once, or nothing would work. */
export function shareOf({ rate, burst }: Limit, nodes: number): Limit {
  return { rate: rate / nodes, burst: Math.max(1, Math.ceil(burst / nodes)) }
}
