/** Opens the control database, and applies what operators changed in it. The other files of this folder change it. */
export { CONTROL_MIGRATIONS, type Control, changeTogether, openControlDatabase } from './control-database.ts'
export { fillReserve, freeReserve } from './control-reserve.ts'
export type { OperatorMistake } from './operator-mistake.ts'
export { applyAccountChanges, applyAccountsAgain } from './pending-changes.ts'
export { rotateKeyRing, rotateSessionKeys } from './ring.ts'
export {
  applyTrustRequests,
  type LastTrustRequest,
  readLastTrustRequest,
  readTrustAnswer,
  requestTrust,
} from './trust-requests.ts'
