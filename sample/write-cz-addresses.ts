import { encodeWindows1250 } from '../src/stdx/windows-1250.ts'
import { dayText } from './days.ts'
import type { ZipMember } from './files/zip.ts'
import type { Area, Municipality } from './geography/country.ts'
import { CZECH_COUNTIES, CZECH_REGIONS } from './geography/czech-counties.ts'
import { PRAHA_OBVOD_CODES } from './geography/czech-districts.ts'
import type { Counter, Output } from './output.ts'
import type { CzechPoint, CzechPoints } from './points/czech-points.ts'
import { relationFiles } from './ruian-relations.ts'
import type { World } from './world.ts'

/** The zip of all address places, the zip of their relations, and the lists of okresy and kraje. */
export async function writeCzAddresses(world: World, output: Output): Promise<void> {
  const source = 'cz-addresses'
  const { czechPoints, dates } = world
  const { country } = czechPoints
  const day = dates.czAddresses.replaceAll('-', '')
  const clutter = world.stream.model === 1 ? [] : CLUTTER
  await output.zip({ source, name: `${day}_OB_ADR_csv.zip` }, function* (counter) {
    yield* clutter
    yield* addressMembers(czechPoints, day, counter)
  })
  await output.zip({ source, name: `${day}_strukt_ADR.csv.zip` }, (counter) =>
    countingMembers(relationFiles(country, world.stream), 'strukturovane-CSV/', counter),
  )
  await output.zip({ source, name: 'UI_OKRES.zip' }, function* (counter) {
    yield* clutter
    yield* countingMembers(new Map([['UI_OKRES.csv', okresList()]]), '', counter)
  })
  await output.zip({ source, name: 'UI_VUSC.zip' }, (counter) =>
    countingMembers(new Map([['UI_VUSC.csv', regionList()]]), '', counter),
  )
}

/** Members that are no tables. */
const CLUTTER: readonly ZipMember[] = [
  { name: 'README.txt', bytes: Buffer.from('Popis souboru\r\n') },
  { name: '.DS_Store', bytes: Buffer.alloc(64, 1) },
]

function* countingMembers(
  files: ReadonlyMap<string, readonly string[]>,
  folder: string,
  counter: Counter,
): Generator<ZipMember> {
  for (const [name, rows] of files) {
    counter.rows += rows.length - 1
    yield { name: folder + name, bytes: encodeWindows1250(`${rows.join('\r\n')}\r\n`) }
  }
}

const HEADER =
  'Kód ADM;Kód obce;Název obce;Kód MOMC;Název MOMC;Kód obvodu Prahy;Název obvodu Prahy;' +
  'Kód části obce;Název části obce;Kód ulice;' +
  'Název ulice;Typ SO;Číslo domovní;Číslo orientační;Znak čísla orientačního;PSČ;Souřadnice Y;Souřadnice X;Platí Od\r\n'

/** One file per obec. */
function* addressMembers(points: CzechPoints, day: string, counter: Counter): Generator<ZipMember> {
  for (const municipality of points.country.municipalities) {
    const name = `CSV/${day}_OB_${municipality.code}_ADR.csv`
    yield { name, bytes: encodeWindows1250(addressRows(points, municipality)) }
    counter.rows += municipality.points
  }
}

function addressRows(points: CzechPoints, municipality: Municipality): string {
  let rows = HEADER
  for (const area of municipality.areas) {
    const place = placeColumns(area)
    for (let point = area.firstPoint; point < area.firstPoint + area.points; point++) {
      rows += addressRow(points.inArea(area, point), place)
    }
  }
  return rows
}

function placeColumns({ municipality, district, obvod, part }: Area): string {
  const momc = district === null ? ';' : `${district.code};${district.name}`
  const praha = obvod === 0 ? ';' : `${PRAHA_OBVOD_CODES[obvod - 1]};Praha ${obvod}`
  return `;${municipality.code};${municipality.name};${momc};${praha};${part!.code};${part!.name};`
}

function addressRow(point: CzechPoint, place: string): string {
  const { id, street, evidence, house, orientation, letter, postalCode, y, x, validFrom } = point
  const streetColumns = street === null ? ';' : `${street.code};${street.name}`
  const since = validFrom === null ? '' : `${dayText(validFrom)}T00:00:00`
  return (
    `${id}${place}${streetColumns};${evidence ? 'č.ev.' : 'č.p.'};${house};` +
    `${orientation === 0 ? '' : orientation};${letter};` +
    `${postalCode};${y === null ? '' : y.toFixed(2)};${x === null ? '' : x.toFixed(2)};${since}\r\n`
  )
}

/** UI_OKRES, always whole, with rows of former days, which a reader must pass over: their PLATI_DO is filled. */
function okresList(): string[] {
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
function regionList(): string[] {
  const rows = CZECH_REGIONS.flatMap(({ ruian: code, nuts, name, cohesion }) => {
    const now = `${code};${name};${cohesion};${nuts};23.11.2016 00:00:00;;01.01.2000 00:00:00`
    if (code !== 108) return [now]
    return [`${code};Vysočina;${cohesion};${nuts};01.01.2000 00:00:00;22.11.2016 00:00:00;01.01.2000 00:00:00`, now]
  })
  return ['KOD;NAZEV;REGSOUDR_KOD;NUTS_LAU;PLATI_OD;PLATI_DO;DATUM_VZNIKU', ...rows]
}
