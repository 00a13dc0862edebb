import { applyPatches, type Patch } from './patches.ts'

/** Loaded before everything else by `mutant-test.ts`. */
applyPatches(JSON.parse(process.env.REGISTA_TEST_PATCHES ?? '[]') as Patch[])
