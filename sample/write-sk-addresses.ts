import { jsonString } from './files/json.ts'
import { type Area, lau2, type Region } from './geography/country.ts'
import type { Counter, Output } from './output.ts'
import type { SlovakPoint, SlovakPoints } from './points/slovak-points.ts'
import { type Hit, trapHit } from './traps.ts'
import type { World } from './world.ts'

/** The national CSV, and for some regions the same points as RAGEO has them. */
export async function writeSkAddresses(world: World, output: Output): Promise<void> {
  const { slovakPoints, plan } = world
  const source = 'sk-addresses'
  const name = `adresy_sr_${world.dates.skAddresses}.csv`
  await output.text({ source, name }, (counter) => csvRows(world, counter))
  for (const code of plan.rageoRegions) {
    const region = slovakPoints.country.regions.find((one) => one.code === code)!
    const file = `address_by_nuts3_${code}.geojson`
    await output.text({ source, name: file }, (counter) => geoJson(slovakPoints, region, counter))
  }
}

const CSV_HEADER =
  'IDENTIFIKATOR;KRAJ;OKRES;OBEC;CAST_OBCE;ULICA;SUPISNE_CISLO;ORIENTACNE_CISLO_CELE;PSC;ADRBOD_X;ADRBOD_Y\n'

function* csvRows({ slovakPoints, stream }: World, counter: Counter): Generator<string> {
  const spaced = trapHit(stream, 'sk-point/postal-code-with-space')
  const quotedStreet = trapHit(stream, 'sk-point/quoted-street')
  yield CSV_HEADER
  for (const area of slovakPoints.country.areas) {
    const place = placeColumns(area)
    for (let point = area.firstPoint; point < area.firstPoint + area.points; point++) {
      counter.rows++
      yield csvRow(slovakPoints.inArea(area, point), place, point, spaced, quotedStreet)
    }
  }
}

function placeColumns({ municipality, part }: Area): string {
  return `;${municipality.region.name};${municipality.county!.name};${municipality.name};${part?.name ?? ''};`
}

function csvRow(found: SlovakPoint, place: string, point: number, spaced: Hit, quotedStreet: Hit): string {
  const { id, orientation, postalCode, longitude, latitude } = found
  const name = found.street?.name ?? ''
  const street = quotedStreet(point) ? `"${name}"` : name
  const code = spaced(point) && postalCode !== '' ? `${postalCode.slice(0, 3)} ${postalCode.slice(3)}` : postalCode
  const x = longitude === null ? '' : longitude.toFixed(7).replace('.', ',')
  const y = latitude === null ? '' : latitude.toFixed(7).replace('.', ',')
  return `${id}${place}${street};${registrationText(found)};${orientation};${code};${x};${y}\n`
}

function* geoJson(points: SlovakPoints, region: Region, counter: Counter): Generator<string> {
  yield `{"type":"FeatureCollection","name":"address_by_nuts3_${region.code}",`
  yield '"crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:OGC:1.3:CRS84"}},"features":[\n'
  for (const area of points.country.areas) {
    if (area.municipality.region !== region) continue
    const place = placeProperties(area)
    for (let point = area.firstPoint; point < area.firstPoint + area.points; point++) {
      yield (counter.rows === 0 ? '' : ',\n') + feature(points.inArea(area, point), place, point)
      counter.rows++
    }
  }
  yield '\n]}\n'
}

function placeProperties({ municipality, part }: Area): string {
  const county = municipality.county!
  const { region } = municipality
  const district =
    part === null
      ? '"district_name":null,"district_id":null'
      : `"district_name":${jsonString(part.name)},"district_id":"${part.code}"`
  return (
    `${district},"lau2_name":${jsonString(municipality.name)},"lau2_id":"${lau2(municipality)}",` +
    `"lau1_name":${jsonString(county.name)},"lau1_id":"${county.code}",` +
    `"nuts3_name":"${region.name}","nuts3_id":"${region.code}"`
  )
}

const PUBLISHER = '"publisher":"Ministerstvo vnútra Slovenskej republiky","ico":"00151866"'

function feature(found: SlovakPoint, place: string, point: number): string {
  const { id, street, registration, orientation, longitude, latitude } = found
  const numbers =
    registration !== '' && orientation !== '' ? `${registration}/${orientation}` : registration + orientation
  const parts = [street?.name ?? '', numbers, found.area.municipality.name, found.postalCode]
  const known = longitude !== null && latitude !== null
  const geometry = known ? `{"type":"Point","coordinates":[${longitude.toFixed(8)},${latitude.toFixed(8)}]}` : 'null'
  const text = known ? `"POINT(${longitude.toFixed(10)} ${latitude.toFixed(10)})"` : 'null'
  return (
    `{"type":"Feature","geometry":${geometry},"properties":{"objectid":${4_000_000 + point},` +
    `"uri_identifier":"https://data.gov.sk/id/physical-address/${id}","identifier":"${id}","issuingcountry":"SK",` +
    `"fulladdress":${jsonString(parts.filter((part) => part !== '').join(','))},"geometry_text":${text},` +
    `"streetname":${street === null ? 'null' : jsonString(street.name)},"street_id":${textOrNull(street?.code ?? '')},` +
    `"postalcode":${postalCode(found, point)},"orientationnumber":${textOrNull(orientation)},` +
    `"propertyregistrationnumber":${textOrNull(registrationText(found))},${place},"validfrom":"${found.validFrom}Z",` +
    `${PUBLISHER},"annotation":"${numbers}"}}`
  )
}

function registrationText({ registration, isZeroWritten }: SlovakPoint): string {
  return isZeroWritten ? '0' : registration
}

/** Where the CSV has an empty field, RAGEO has null or an empty text. */
function postalCode({ postalCode: code }: SlovakPoint, point: number): string {
  return code === '' && point % 2 === 0 ? '""' : textOrNull(code)
}

function textOrNull(text: string | number): string {
  return text === '' ? 'null' : `"${text}"`
}
