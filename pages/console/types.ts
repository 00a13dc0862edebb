/** The JSON of `/console/api/`, as far as the page shows it. */

export interface Units {
  readonly requests: number
  readonly confirmed_units: number
}

export interface Server {
  readonly as_of: string
  /** `--data FOLDER`, for commands. */
  readonly data_option: string
  readonly incarnation: number
  readonly is_ready: boolean
  readonly problems: readonly string[]
  readonly degraded: readonly string[]
  readonly release: string | null
  readonly living_nodes: number
  readonly heartbeat_age_ms: number
  readonly workers: number
  readonly worker_deaths: number
  readonly free_bytes: number | null
  readonly is_disk_low: boolean
  readonly accounts_by_share: Readonly<Record<50 | 80 | 100, number>> | null
  readonly ledger_counters: Readonly<Record<string, number>>
}

export interface Account extends Omit<Units, 'requests'> {
  readonly id: string
  readonly name: string
  readonly state: 'pending' | 'verified' | 'suspended' | 'closed'
  readonly allowance_units: number
  readonly left_units: number
  readonly created_at: string
  readonly applied_at: string | null
  readonly in_books: 'as_wanted' | 'missing' | 'differs'
}

export interface Accounts {
  readonly as_of: string
  readonly period: string
  readonly total_accounts: number
  /** In order of creation. */
  readonly accounts: readonly Account[]
  /** Null: this is the last page. */
  readonly next_cursor: string | null
}

export interface UsedBy extends Units {
  readonly id: string
  readonly name: string
}

export interface Usage extends Units {
  readonly as_of: string
  readonly account: Pick<Account, 'id' | 'name' | 'state'>
  readonly period: string
  readonly allowance_units: number
  readonly left_units: number
  readonly credits: readonly { readonly at: string; readonly units: number; readonly why: string }[]
  readonly days: readonly ({ readonly day: string } & Units)[]
  readonly projects: readonly UsedBy[]
  readonly keys: readonly UsedBy[]
  readonly operations: readonly UsedBy[]
}

export interface Servers {
  readonly as_of: string
  readonly nodes: readonly {
    readonly node: string
    readonly incarnation: number
    readonly started_at: string
    readonly heartbeat_at: string | null
    readonly release: string | null
    readonly state: 'live' | 'lost' | 'ended'
  }[]
}

export interface Sources {
  readonly as_of: string
  readonly release: string | null
  readonly invented: boolean
  readonly sources: readonly Source[]
}

export interface Source {
  readonly name: string
  readonly observed_on: string
  readonly imported_at: string
  readonly age_days: number
  readonly stale_after_days: number
  readonly state: 'fresh' | 'stale'
  readonly regions: readonly {
    readonly name: string
    readonly observed_on: string
    readonly state: 'fresh' | 'stale'
  }[]
  readonly missing_days: readonly string[]
  readonly next_file?: {
    readonly file: string
    readonly state_of: string
    readonly expected_on: string
    readonly state: 'due' | 'expected'
  }
}

export interface Releases {
  readonly as_of: string
  readonly current: string | null
  readonly releases: readonly Release[]
}

export interface Release {
  readonly id: string
  readonly is_current: boolean
  readonly created_at: string | null
  readonly invented: boolean | null
  readonly problem: string | null
  readonly segments: readonly {
    readonly name: string
    readonly records: number
    readonly living_records: number
    readonly records_difference: number | null
    readonly living_records_difference: number | null
  }[]
}

export interface Ledger {
  readonly as_of: string
  readonly database: 'sqlite' | 'postgres'
  readonly is_trusted: boolean
  readonly total_doubts: number
  /** The first hundred of these. */
  readonly doubts: readonly {
    readonly id: number
    readonly account: string | null
    readonly reason: string
    readonly detail: string
    readonly raised_at: string
  }[]
  readonly notices: readonly { readonly at: string; readonly reason: string; readonly detail: string }[]
  readonly last_trust_request: { readonly why: string; readonly answer: string | null } | null
  readonly books_time: string
  readonly commits_wait_for_standby: boolean | null
  readonly living_nodes: number
  readonly audit: {
    readonly full_at: string | null
    readonly verified_batches: number
  }
  readonly exports: readonly { readonly file: string; readonly before: string }[]
}

export interface Requests {
  readonly as_of: string
  readonly minutes: readonly string[]
  readonly requests: readonly number[]
  readonly p99_ms_at_most: readonly (number | null)[]
  readonly last_minutes: {
    readonly minutes: number
    readonly requests: number
    readonly p99_ms_at_most: number | null
  }
}

export interface Projects {
  readonly as_of: string
  readonly projects: readonly Project[]
  /** Whether there are more. */
  readonly more: boolean
}

export interface Project {
  readonly id: string
  readonly name: string
  readonly state: 'active' | 'suspended'
  readonly client_id: string
  readonly origins: readonly string[]
  readonly browser_budget: {
    readonly is_shared: boolean
    readonly units_daily: number | null
    readonly address_units_daily: number | null
  }
}

export interface Refusals {
  readonly as_of: string
  readonly minutes: readonly string[]
  readonly reasons: readonly {
    readonly code: string
    readonly status: number
    readonly message: string
    readonly requests: number
    readonly by_minute: readonly number[]
  }[]
  readonly origins: readonly { readonly origin: string; readonly requests: number; readonly last_at: string }[]
}

export interface Keys {
  readonly as_of: string
  readonly warning_days: number
  readonly keys: readonly {
    readonly id: string
    readonly name: string
    readonly last4: string
    readonly project: { readonly id: string; readonly name: string | null }
    readonly account: { readonly id: string | null; readonly name: string | null }
    readonly expires_at: string
    readonly days_left: number
  }[]
  /** Whether there are more. */
  readonly more: boolean
}
