/** Who may call, and how often. Knows nothing of HTTP and nothing of units; README.md has the words and the rules. */
export {
  type Account,
  type AccountState,
  type AccountStep,
  createAccount,
  listAccounts,
  setAccountBudget,
  setAllowance,
  showAccount,
  stepAccount,
} from './control/accounts.ts'
export { type Control, openControlDatabase } from './control/control.ts'
export { fillReserve, freeReserve } from './control/control-reserve.ts'
export { endingKeys, issueKey, KEY_WARNING_DAYS, listKeys, revokeKey, type ServerKey } from './control/keys.ts'
export { type ApplyAccount, applyAccountChanges } from './control/pending-changes.ts'
export {
  allowOrigin,
  createProject,
  denyOrigin,
  listProjects,
  type NewProject,
  type Project,
  setProjectBudget,
  setProjectLimits,
  setProjectState,
  setScopes,
  showProject,
} from './control/projects.ts'
export type { Refusal } from './control/refusal.ts'
export { rotateRing } from './control/ring.ts'
export {
  applyTrustRequests,
  type LastTrustRequest,
  lastTrustRequest,
  requestTrust,
  trustAnswer,
} from './control/trust-requests.ts'
export {
  type Authenticated,
  authenticate,
  type Caller,
  isGuess,
  type Principal,
} from './decisions/authenticate.ts'
export { authorize } from './decisions/authorize.ts'
export { exposedKeys } from './decisions/exposed-keys.ts'
export { preflight } from './decisions/preflight.ts'
export { type BrowserBudget, type BudgetParts, browserBudget } from './limits/browser-budget.ts'
export { BrowserSpending, type SharedDay } from './limits/browser-spending.ts'
export { Concurrency } from './limits/concurrency.ts'
export { parseLimits } from './limits/limit-file.ts'
export { LimitTable } from './limits/limit-table.ts'
export { Limiter, type TakeOutcome } from './limits/limiter.ts'
export { LIMIT_NAMES, LIMITS, type Limit, type LimitName, type LimitSettings } from './limits/limits.ts'
export { UnitCounts } from './limits/unit-counts.ts'
export { clientIp, type ForwardingHeaders, NO_PROXIES, type TrustedProxies } from './network/client-ip.ts'
export { type Ip, parseIp } from './network/ip.ts'
export { nearNetwork, parseNetwork, wideNetwork } from './network/network.ts'
export { type OriginPolicy, parseOrigin } from './origins.ts'
export { SCOPES, type Scope, scopesIn } from './scopes.ts'
export { type Minted, mintSession, type SessionRequest } from './sessions/mint-session.ts'
export { Freshness } from './view/freshness.ts'
export { type AccessSnapshot, snapshotOf } from './view/snapshot.ts'
export { type AccessView, viewFrom } from './view/view.ts'
export { AccessWatcher } from './view/watcher.ts'
