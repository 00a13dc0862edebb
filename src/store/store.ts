/** A store of releases: what publishers write to it, and how servers follow it. README.md has the rules. */
export { StoreFollower, type StoreStatus } from './follow-store.ts'
export {
  addWithdrawals,
  findMissingFiles,
  listStoredReleases,
  publishToStore,
  removeWithdrawals,
  rollBackStore,
} from './publish-to-store.ts'
export { ReleaseStore, type StoreSettings } from './release-store.ts'
