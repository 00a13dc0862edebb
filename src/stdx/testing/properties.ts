import fc from 'fast-check'

/*
 * The library of properties, with one seed in place of a new one each time: what a test run says depends on what it
 * tests. `npm run torture:properties` tries other seeds.
 */

/** The environment variable with the seed of all properties. */
export const PROPERTY_SEED = 'PROPERTY_SEED'

fc.configureGlobal({ seed: Number(process.env[PROPERTY_SEED] ?? 1) })

export { fc }
