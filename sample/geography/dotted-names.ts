import type { Hit } from '../traps.ts'
import type { TakeStreet } from './street-names.ts'

/**
 * Some streets have the name of a person whom many places honour, in turn with a short first name and in full:
 * "Bož. Němcové" here, "Boženy Němcové" elsewhere. `hit` counts the streets of the country.
 */
export function withDottedNames(take: TakeStreet, honoured: readonly string[], hit: Hit): TakeStreet {
  let streets = 0
  let hits = 0
  return (used, random) => {
    const street = take(used, random)
    if (!hit(streets++)) return street
    const name = honoured[(hits >> 1) % honoured.length]!
    if (used.has(name)) return street
    used.add(name)
    return { ...street, name: hits++ % 2 === 0 ? dotFirstName(name) : name }
  }
}

/** The first syllable with the consonants after it: Bož. Němcové, Ant. Dvořáka. */
function dotFirstName(name: string): string {
  return name.replace(/^([^aeiouyáéíóúýě]*[aeiouyáéíóúýě]+[^aeiouyáéíóúýě]+)\p{L}+/iu, '$1.')
}
