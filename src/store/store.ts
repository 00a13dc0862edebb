/** A store of releases: what publishers write to it, and how servers follow it. README.md has the rules. */
export { describeAhead } from './documents.ts'
export { StoreFollower, type StoreStatus } from './follow-store.ts'
export {
  addWithdrawals,
  findMissingFiles,
  listStoredReleases,
  publishToStore,
  removeWithdrawals,
  rollBackStore,
} from './publish-to-store.ts'
export { CURRENT_PATH, ReleaseStore, type StoreSettings, WITHDRAWN_PATH } from './release-store.ts'
