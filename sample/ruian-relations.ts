import type { Area, CountryModel, Municipality } from './geography/country.ts'
import type { Streams } from './streams.ts'
import { trapHit } from './traps.ts'

/**
 * The files of strukt_ADR that say what lies in what, by name: rows with the header first. Left out: the three million
 * rows of single places (the address file has the same) and the cadastral ones.
 */
export function relationFiles(country: CountryModel, stream: Streams): ReadonlyMap<string, readonly string[]> {
  return new Map([
    ['vazby-cr.csv', partRows(country, stream)],
    ['vazby-hlm-praha.csv', prahaRows(country)],
    ['vazby-momc-statutarni-mesta.csv', districtRows(country)],
    ['vazby-orp-cr.csv', orpRows(country)],
    ['vazby-ulice-obce-s-ulicni-siti.csv', streetRows(country)],
  ])
}

/** POU and ORP: every okres has three of each. Praha is its own everything, and has no okres. */
function offices({ county, region, code }: Municipality): { pou: number; orp: number; okres: string } {
  if (county === null) return { pou: region.ruian, orp: region.ruian, okres: '' }
  const third = code % 3
  return { pou: county.ruian * 10 + third, orp: county.ruian + 1000 * third, okres: String(county.ruian) }
}

function ending(municipality: Municipality): string {
  return `${municipality.region.ruian};${municipality.region.cohesion};1`
}

function partRows(country: CountryModel, stream: Streams): string[] {
  const missing = trapHit(stream, 'cz-part/not-in-relations')
  const extra = trapHit(stream, 'cz-part/only-in-relations')
  const rows = ['COBCE_KOD;OBEC_KOD;POU_KOD;ORP_KOD;OKRES_KOD;VUSC_KOD;REGSOUDR_KOD;STAT_KOD']
  const seen = new Set<number>()
  // From the end: then the part that every sample lacks is a village's, and not all of a large town.
  for (const area of country.areas.toReversed()) {
    const { part, municipality } = area
    if (part === null || seen.has(part.code)) continue
    const nth = seen.size
    seen.add(part.code)
    const { pou, orp, okres } = offices(municipality)
    const rest = `${municipality.code};${pou};${orp};${okres};${ending(municipality)}`
    if (!missing(nth)) rows.push(`${part.code};${rest}`)
    if (extra(nth)) rows.push(`${part.code + 1};${rest}`)
  }
  return rows
}

function prahaRows(country: CountryModel): string[] {
  const rows = ['MOMC_KOD;SPRAVOBV_KOD;OBEC_KOD;POU_KOD;ORP_KOD;VUSC_KOD;REGSOUDR_KOD;STAT_KOD']
  for (const { municipality, district } of districts(country)) {
    if (municipality.county !== null) continue
    const { pou, orp } = offices(municipality)
    rows.push(`${district!.code};${district!.code};${municipality.code};${pou};${orp};${ending(municipality)}`)
  }
  return rows
}

function districtRows(country: CountryModel): string[] {
  const rows = ['MOMC_KOD;OP_KOD;OBEC_KOD;POU_KOD;ORP_KOD;VUSC_KOD;REGSOUDR_KOD;STAT_KOD']
  for (const { municipality, district, obvod } of districts(country)) {
    const { pou, orp } = offices(municipality)
    rows.push(
      `${district!.code};${obvod === 0 ? '' : obvod};${municipality.code};${pou};${orp};${ending(municipality)}`,
    )
  }
  return rows
}

/** The first area of each district. */
function districts(country: CountryModel): Area[] {
  const seen = new Set<number>()
  return country.areas.filter(({ district }) => {
    if (district === null || seen.has(district.code)) return false
    seen.add(district.code)
    return true
  })
}

function orpRows(country: CountryModel): string[] {
  const rows = country.municipalities.map((municipality) => {
    const { pou, orp, okres } = offices(municipality)
    return `${pou};${orp};${okres};${ending(municipality)}`
  })
  return ['POU_KOD;ORP_KOD;OKRES_KOD;VUSC_KOD;REGSOUDR_KOD;STAT_KOD', ...new Set(rows)]
}

function streetRows(country: CountryModel): string[] {
  const rows = country.areas.flatMap(({ streets, municipality }) =>
    streets.map((street) => `${street.code};${municipality.code}`),
  )
  return ['ULICE_KOD;OBEC_KOD', ...new Set(rows)]
}
