import { CZECH_COUNTIES, CZECH_REGIONS } from './geography/czech-counties.ts'

/** UI_OKRES, always whole, with rows of former days, which a reader must pass over: their PLATI_DO is filled. */
export function okresList(): string[] {
  const rows = CZECH_COUNTIES.flatMap(({ ruian: code, lau, name }, i) => {
    const region = CZECH_REGIONS.find(({ nuts }) => lau.startsWith(nuts))!.ruian
    const former = Math.floor(code / 100)
    const now = `${code};${name};${region};${former};${lau};23.11.2017 00:00:00;;11.04.1960 00:00:00`
    if (i % 19 !== 0) return [now]
    const dates = '01.07.2011 00:00:00;22.11.2017 00:00:00;11.04.1960 00:00:00'
    return [`${code};${name} (dříve);${region};${former};${lau};${dates}`, now]
  })
  return ['KOD;NAZEV;VUSC_KOD;KRAJ_1960_KOD;NUTS_LAU;PLATI_OD;PLATI_DO;DATUM_VZNIKU', ...rows]
}

/** UI_VUSC, always whole. Vysočina was called otherwise until 2011, and the list remembers. */
export function regionList(): string[] {
  const rows = CZECH_REGIONS.flatMap(({ ruian: code, nuts, name, cohesion }) => {
    const now = `${code};${name};${cohesion};${nuts};23.11.2016 00:00:00;;01.01.2000 00:00:00`
    if (code !== 108) return [now]
    return [`${code};Vysočina;${cohesion};${nuts};01.01.2000 00:00:00;22.11.2016 00:00:00;01.01.2000 00:00:00`, now]
  })
  return ['KOD;NAZEV;REGSOUDR_KOD;NUTS_LAU;PLATI_OD;PLATI_DO;DATUM_VZNIKU', ...rows]
}
