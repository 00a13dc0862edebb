import assert from 'node:assert/strict'
import fc from 'fast-check'

/*
 * The library of properties, with one seed in place of a new one each time: what a test run says depends on what it
 * tests. `npm run torture:properties` tries other seeds.
 */

/** The environment variable with the seed of all properties. */
export const PROPERTY_SEED = 'PROPERTY_SEED'

const seed = process.env[PROPERTY_SEED] || '1'
assert(/^[0-9]{1,9}$/.test(seed), `${PROPERTY_SEED} is '${seed}': set it to a number of at most nine digits.`)
fc.configureGlobal({ seed: Number(seed) })

export { fc }
