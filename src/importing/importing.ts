/** From the files of the registers to the catalog: fetched, inspected, imported. README.md has the rules. */
export { importFiles } from './import-files.ts'
export type { ImportReport } from './import-set.ts'
export { inspectFiles } from './inspecting/inspect-files.ts'
export type { InspectedFile, InspectedSet, Inspection, ValueReport } from './inspecting/inspection.ts'
export type { ProgressReporter, ProgressState } from './progress.ts'
export { readSourceAnswers } from './source-answers.ts'
export { sourceFiles } from './source-files.ts'
export { checkAddresses, type SourceReport, type SyncRun, sync } from './sync.ts'
