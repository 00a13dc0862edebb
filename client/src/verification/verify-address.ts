import { chooseRecord, isCertain } from '../../../src/matching/choose.ts'
import { type AddressRecord, compareAddress } from '../../../src/matching/compare-address.ts'
import { readAddress } from '../../../src/matching/given-address.ts'
import { textToSearch } from '../../../src/matching/text-to-search.ts'
import type { Address } from '../api-types.ts'
import type { AddressParts, AddressVerification, CallOptions, Regista, Verification } from '../regista.ts'

/*
 * The comparison that `regista clean` uses. No other file of the client imports the program. It passes the door of
 * `matching`, which would bring the comparison of companies along: docs/decisions/0067-cleaning-lists.md.
 */

/** Compares what was given with the suggestions for it. */
export async function verifyAddress(
  regista: Regista,
  { country, lang, ...parts }: AddressParts,
  options?: CallOptions,
): Promise<AddressVerification> {
  const given = readAddress(parts)
  const reading = await regista.suggestAddresses({ q: textToSearch(given), country, lang }, options)
  const { status, score, best, candidates } = chooseRecord(
    reading.data.map((address) => ({
      address,
      key: address.name,
      comparison: compareAddress(given, toRecord(address)),
    })),
  )
  return {
    ...reading,
    data: {
      status: status as Verification['status'],
      score,
      proposal: isCertain(status) ? best!.address : null,
      parts: best?.comparison.parts ?? {},
      candidates: candidates.map(({ address }) => address),
    },
  }
}

/** The record has the names of the program, and the API those of the same parts. */
function toRecord({ name, address }: Address): AddressRecord {
  const parts = Object.entries(address).map(([key, value]) => [
    key.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
    value,
  ])
  // The API has the district of the post in the line only.
  return { ...Object.fromEntries(parts), postalDistrict: /Praha \d+$/.exec(name)?.[0] ?? null }
}
