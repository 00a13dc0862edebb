/** A store of releases: what publishers write to it, and how servers follow it. README.md has the rules. */
export { describeAhead } from './documents.ts'
export { StoreFollower, type StoreStatus } from './follow-store.ts'
export { CURRENT_PATH, WITHDRAWN_PATH } from './layout.ts'
export {
  addWithdrawals,
  findMissingFiles,
  listStoredReleases,
  publishToStore,
  removeWithdrawals,
  rollBackStore,
} from './publish-to-store.ts'
export { ReleaseStore, type StoreSettings } from './release-store.ts'
