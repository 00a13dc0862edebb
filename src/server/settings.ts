import type { LimitSettings } from '../access/limits/limits.ts'
import type { TrustedProxies } from '../access/network/network.ts'
import type { UrlTemplates } from '../records/public-url.ts'
import type { LogLevel } from './log.ts'

/** What an operator can set for a server, besides the data folder. */
export interface Settings {
  readonly port: number
  readonly host: string
  readonly adminPort: number
  readonly adminHost: string
  /** Whether the admin port has the operator's console beside health and metrics. */
  readonly console: 'on' | 'off'
  readonly workers: number
  readonly limits: LimitSettings
  readonly trustedProxies: TrustedProxies['networks']
  readonly forwardingHeader: TrustedProxies['header']
  readonly keepAlive: number
  /** In seconds. */
  readonly drainDelay: number
  readonly geoip?: string
  readonly urlTemplates: UrlTemplates
  readonly fullAuditDays: number
  readonly alertWebhook?: string
  readonly logLevel: LogLevel
}
