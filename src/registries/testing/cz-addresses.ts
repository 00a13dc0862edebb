import { buildZip } from '../../stdx/testing/zip.ts'
import { encodeWindows1250 } from '../../stdx/windows-1250.ts'

/** Headers and rows as ČÚZK publishes them, typed by hand. Testov is invented. */
export const HEADER =
  'Kód ADM;Kód obce;Název obce;Kód MOMC;Název MOMC;Kód obvodu Prahy;Název obvodu Prahy;Kód části obce;Název části obce;Kód ulice;Název ulice;Typ SO;Číslo domovní;Číslo orientační;Znak čísla orientačního;PSČ;Souřadnice Y;Souřadnice X;Platí Od'
export const HEADER_2020 = HEADER.replace('Kód obvodu Prahy;Název obvodu Prahy', 'Kód MOP;Název MOP')

export const TROJANOVICE =
  '8338752;599999;Trojanovice;;;;;168491;Trojanovice;;;č.p.;2;;;74401;479862.17;1133960.17;2022-08-24T00:00:00'
export const HRAD =
  '21690278;554782;Praha;500054;Praha 1;19;Praha 1;490075;Hradčany;482536;Hrad I. nádvoří;č.p.;1;;;11900;744384.54;1042569.73;2017-06-07T00:00:00'
export const TESTOV = '99000002;500011;Testov;;;;;195901;Testov-Sever;;;č.ev.;7;;;12345;;;2021-05-05T00:00:00'
/** Every column filled, orientation number with its letter. */
export const EVERY_COLUMN =
  '25958895;554782;Praha;500186;Praha 7;78;Praha 7;490067;Holešovice;460401;Jankovcova;č.p.;1522;53;a;17000;741928.31;1042585.42;2011-07-01T00:00:00'

export const HIERARCHY = [
  'COBCE_KOD;OBEC_KOD;POU_KOD;ORP_KOD;OKRES_KOD;VUSC_KOD;REGSOUDR_KOD;STAT_KOD',
  '168491;599999;2887;1961;3804;132;86;1',
  '490075;554782;19;19;;19;19;1',
  '490067;554782;19;19;;19;19;1',
]
export const COUNTIES = [
  'KOD;NAZEV;VUSC_KOD;KRAJ_1960_KOD;NUTS_LAU;PLATI_OD;PLATI_DO;DATUM_VZNIKU',
  '3201;Benešov;27;32;CZ0201;23.11.2017 00:00:00;;11.04.1960 00:00:00',
  '3804;Nový Jičín;132;38;CZ0804;23.11.2017 00:00:00;;11.04.1960 00:00:00',
  '3804;Nový Jičín dříve;132;38;CZ0804;01.01.2011 00:00:00;22.11.2017 00:00:00;11.04.1960 00:00:00',
]
export const REGIONS = [
  'KOD;NAZEV;REGSOUDR_KOD;NUTS_LAU;PLATI_OD;PLATI_DO;DATUM_VZNIKU',
  '19;Hlavní město Praha;19;CZ010;23.11.2016 00:00:00;;01.01.2000 00:00:00',
  '132;Moravskoslezský kraj;86;CZ080;23.11.2016 00:00:00;;01.01.2000 00:00:00',
]

export const POINTS_NAME = '20260731_OB_ADR_csv.zip'

export function encodeCsv(lines: readonly string[]): Buffer {
  return encodeWindows1250(`${lines.join('\r\n')}\r\n`)
}

export async function pointsZip(municipalities: Readonly<Record<string, readonly string[]>>): Promise<Buffer> {
  const members = Object.entries(municipalities).map(([code, lines]) => [
    `CSV/20260731_OB_${code}_ADR.csv`,
    encodeCsv(lines),
  ])
  return await buildZip(Object.fromEntries(members) as Record<string, Buffer>)
}

/** The lists that go with the points, each as it is published. */
export async function lists(): Promise<Record<string, Buffer>> {
  return {
    '20260731_strukt_ADR.csv.zip': await buildZip({
      'strukturovane-CSV/vazby-cr.csv': encodeCsv(HIERARCHY),
      'strukturovane-CSV/vazby-orp-cr.csv': encodeCsv(['POU_KOD;ORP_KOD;OKRES_KOD;VUSC_KOD;REGSOUDR_KOD;STAT_KOD']),
    }),
    'UI_OKRES.zip': await buildZip({ 'UI_OKRES.csv': encodeCsv(COUNTIES) }),
    'UI_VUSC.zip': await buildZip({ 'UI_VUSC.csv': encodeCsv(REGIONS) }),
  }
}
