/** What the operator's commands and the server do with the control database. */
export {
  type Account,
  type AccountState,
  type AccountTransition,
  changeAccountState,
  createAccount,
  listAccounts,
  setAccountBudget,
  setAllowance,
  showAccount,
} from './accounts.ts'
export { type Control, openControlDatabase } from './control-database.ts'
export { fillReserve, freeReserve } from './control-reserve.ts'
export { issueKey, KEY_WARNING_DAYS, listExpiringKeys, listKeys, revokeKey, type ServerKey } from './keys.ts'
export { applyAccountChanges } from './pending-changes.ts'
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
} from './projects.ts'
export type { Refusal } from './refusal.ts'
export { rotateKeyRing } from './ring.ts'
export {
  applyTrustRequests,
  type LastTrustRequest,
  readLastTrustRequest,
  readTrustAnswer,
  requestTrust,
} from './trust-requests.ts'
