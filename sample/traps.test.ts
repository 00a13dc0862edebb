import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  cp1250,
  csvRows,
  fileOf,
  gunzipText,
  type Row,
  type TestSample,
  testSample,
  untar,
  unzip,
} from './testing/test-files.ts'
import type { TrapName } from './traps.ts'

// biome-ignore lint/suspicious/noExplicitAny: what the register writes has no type before a reader gives it one
type RpoRecord = any

interface Files {
  readonly csvText: string
  readonly csv: readonly Row[]
  readonly rageo: string
  readonly rpoText: string
  readonly rpo: readonly RpoRecord[]
  readonly places: readonly Row[]
  readonly relations: readonly Row[]
  readonly res: readonly Row[]
  readonly forms: readonly Row[]
  readonly formsOfThePast: readonly Row[]
  readonly vr: readonly string[]
  /** Names of members. */
  readonly members: { readonly archive: readonly string[]; readonly zips: readonly (readonly string[])[] }
}

async function readAll(sample: TestSample): Promise<Files> {
  const csvText = (await fileOf(sample, /^adresy/)).toString('utf8')
  const rpoTexts = [gunzipText(await fileOf(sample, /^init.*001/)), gunzipText(await fileOf(sample, /^init.*002/))]
  const adr = unzip(await fileOf(sample, /OB_ADR/))
  const okresy = unzip(await fileOf(sample, /UI_OKRES/))
  const archive = untar(Buffer.from(gunzipText(await fileOf(sample, /vreo/))))
  const relations = unzip(await fileOf(sample, /strukt_ADR/)).get('strukturovane-CSV/vazby-cr.csv')!
  return {
    csvText,
    csv: csvRows(csvText, ';'),
    rageo: (await fileOf(sample, /SK010/)).toString('utf8'),
    rpoText: rpoTexts.join(''),
    rpo: rpoTexts.flatMap((text) => JSON.parse(text).results),
    places: [...adr].filter(([name]) => name.endsWith('.csv')).flatMap(([, bytes]) => csvRows(cp1250(bytes), ';')),
    relations: csvRows(cp1250(relations), ';'),
    res: csvRows((await fileOf(sample, /^res_data/)).toString('utf8'), ','),
    forms: csvRows((await fileOf(sample, /^cis56\.csv$/)).toString('utf8'), ','),
    formsOfThePast: csvRows((await fileOf(sample, /^cis56_historie/)).toString('utf8'), ','),
    vr: [...archive.values()],
    members: { archive: [...archive.keys()], zips: [[...adr.keys()], [...okresy.keys()]] },
  }
}

const ifAny = <T>(list: readonly T[], fits: (one: T) => boolean): boolean => list.some(fits)
const addresses = (record: RpoRecord): RpoRecord[] => record.addresses ?? []
const anySeat = (files: Files, fits: (address: RpoRecord) => boolean) =>
  ifAny(files.rpo, (r) => addresses(r).some(fits))
const anyName = (files: Files, fits: (name: string) => boolean) =>
  ifAny(files.rpo, (r) => (r.fullNames ?? []).some((name: RpoRecord) => fits(name.value)))
const traders = ['101', '105', '107', '424']
const isLimited = (record: RpoRecord): boolean => record.legalForms?.[0].value.code === '112'
const isFirm = (row: Row): boolean => row.FIRMA !== '' && !traders.includes(row.FORMA!)
const isTrader = (row: Row): boolean => traders.includes(row.FORMA!)
const wrong = (ico: string): boolean => {
  const sum = [...ico.slice(0, 7)].reduce((all, digit, i) => all + (8 - i) * Number(digit), 0)
  return (11 - (sum % 11)) % 10 !== Number(ico[7])
}
/** By the schoolbook rule for 11: the alternating sum of the digits, from the right. */
const hasCheck = (key: string): boolean => {
  const digits = [...key.slice(0, -1)].reverse().map(Number)
  const sum = digits.reduce((all, digit, i) => all + (i % 2 === 0 ? digit : -digit), 0)
  return key.at(-1) === '0123456789A'[((sum % 11) + 11) % 11]
}
const icosOf = (record: RpoRecord): string[] => (record.identifiers ?? []).map((one: RpoRecord) => one.value)
const PLACEHOLDERS = ['1000-01-01', '1800-01-01']
const isUnknown = (day: string | undefined): boolean => PLACEHOLDERS.includes(day?.slice(0, 10) ?? '')
const histories = (record: RpoRecord): RpoRecord[] => [...(record.fullNames ?? []), ...addresses(record)]
const openStatuses = (record: RpoRecord): string[] =>
  (record.legalStatuses ?? []).filter((one: RpoRecord) => !one.validTo).map((one: RpoRecord) => one.value.code)
const livesWith = (code: string) => (record: RpoRecord) =>
  record.termination === undefined && openStatuses(record).includes(code)
const isOfRegister = (code: string) => (record: RpoRecord) => record.sourceRegister?.value.code === code
const isStructured = (address: RpoRecord): boolean => address.municipality !== undefined
/** `containsInconsistency` of the live records of each ICO that several have, sorted: `false,true`. */
const marksOfSharedIcos = (rpo: readonly RpoRecord[]): string[] => {
  const live = rpo.filter((record) => record.termination === undefined && record.identifiers !== undefined)
  const groups = Map.groupBy(live, (record) => record.identifiers.at(-1).value)
  const shared = [...groups.values()].filter((group) => 1 < group.length)
  return shared.map((group) =>
    group
      .map((record) => String(record.containsInconsistency))
      .toSorted()
      .join(),
  )
}
const seatsIn = (vr: readonly string[]): string[] => vr.flatMap((xml) => /<are:Sidlo>.*?<\/are:Sidlo>/s.exec(xml) ?? [])
const unknownIn = (xml: string, tag: string): boolean => new RegExp(`<are:${tag}>1[08]00-01-01<`).test(xml)
const partCodes = (rows: readonly Row[], column: string) => new Set(rows.map((row) => row[column]))

/** How each trap is seen in the files. */
const SEEN: Readonly<Record<TrapName, (files: Files) => boolean>> = {
  'sk-point/no-coordinates': ({ csv, rageo }) =>
    ifAny(csv, (r) => r.ADRBOD_X === '') && rageo.includes('"geometry":null'),
  'sk-point/no-postal-code': ({ csv, rageo }) => ifAny(csv, (r) => r.PSC === '') && rageo.includes('"postalcode":null'),
  'sk-point/empty-postal-code': ({ rageo }) => rageo.includes('"postalcode":""'),
  'sk-point/postal-code-with-space': ({ csv }) => ifAny(csv, (r) => /^\d{3} \d\d$/.test(r.PSC!)),
  'sk-point/letter': ({ csv }) => ifAny(csv, (r) => /^\d+[A-D]$/.test(r.ORIENTACNE_CISLO_CELE!)),
  'sk-point/only-orientation': ({ csv }) => ifAny(csv, (r) => r.SUPISNE_CISLO === ''),
  'sk-point/only-registration': ({ csv }) => ifAny(csv, (r) => r.ULICA !== '' && r.ORIENTACNE_CISLO_CELE === ''),
  'sk-point/odd-orientation': ({ csv }) => ifAny(csv, (r) => r.ORIENTACNE_CISLO_CELE!.includes('-')),
  'sk-point/quoted-street': ({ csvText }) => csvText.includes(';"'),
  'sk-point/wrong-check-character': ({ csv, rageo }) => {
    const keys = csv.map((r) => r.IDENTIFIKATOR!).filter((key) => !key.startsWith('0') && !hasCheck(key))
    return 0 < keys.length && keys.length < csv.length / 20 && rageo.includes(`"identifier":"${keys[0]}"`)
  },
  'sk-point/leading-zero': ({ csv, rageo }) => {
    const keys = csv.map((r) => r.IDENTIFIKATOR!).filter((key) => key.startsWith('0'))
    return 0 < keys.length && keys.length < csv.length / 20 && rageo.includes(`"identifier":"${keys[0]}"`)
  },
  'sk-point/registration-zero': ({ csv, rageo }) =>
    ifAny(csv, (r) => r.SUPISNE_CISLO === '0' && r.ORIENTACNE_CISLO_CELE !== '') &&
    /"orientationnumber":"[^"]+","propertyregistrationnumber":"0"/.test(rageo),
  'sk-point/no-number': ({ csv, rageo }) =>
    ifAny(csv, (r) => r.SUPISNE_CISLO === '0' && r.ORIENTACNE_CISLO_CELE === '') &&
    rageo.includes('"orientationnumber":null,"propertyregistrationnumber":"0"'),
  'sk-point/valid-from-1000': ({ rageo }) => rageo.includes('"validfrom":"1000-01-01Z"'),
  'sk-point/valid-from-1800': ({ rageo }) => rageo.includes('"validfrom":"1800-01-01Z"'),
  'cz-point/no-coordinates': ({ places }) => ifAny(places, (r) => r['Souřadnice Y'] === '' && r['Souřadnice X'] === ''),
  'cz-point/evidence-number': ({ places }) => ifAny(places, (r) => r['Typ SO'] === 'č.ev.'),
  'cz-point/no-valid-from': ({ places }) => ifAny(places, (r) => r['Platí Od'] === ''),
  'cz-point/letter': ({ places }) => ifAny(places, (r) => /^[a-d]$/.test(r['Znak čísla orientačního']!)),
  'cz-point/evidence-with-orientation': ({ places }) =>
    ifAny(places, (r) => r['Typ SO'] === 'č.ev.' && r['Číslo orientační'] !== '' && r['Název ulice'] !== ''),
  'cz-point/unknown-valid-from': ({ places }) => ifAny(places, (r) => isUnknown(r['Platí Od'])),
  'cz-part/not-in-relations': ({ places, relations }) =>
    !partCodes(places, 'Kód části obce').isSubsetOf(partCodes(relations, 'COBCE_KOD')),
  'cz-part/only-in-relations': ({ places, relations }) =>
    !partCodes(relations, 'COBCE_KOD').isSubsetOf(partCodes(places, 'Kód části obce')),
  'rpo/no-ico': ({ rpo }) => ifAny(rpo, (r) => r.identifiers === undefined),
  'rpo/same-ico-as-another': ({ rpo }) => {
    const open = rpo.filter((r) => r.termination === undefined).flatMap(icosOf)
    return new Set(open).size < open.length && marksOfSharedIcos(rpo).includes('false,true')
  },
  'shared-ico': ({ rpo, res }) => {
    const czech = new Set(res.map((row) => row.ICO))
    return ifAny(rpo, (r) => icosOf(r).some((ico) => czech.has(ico)))
  },
  'rpo/wrong-check-digit': ({ rpo }) => ifAny(rpo, (r) => icosOf(r).some(wrong)),
  'rpo/changed-ico': ({ rpo }) => ifAny(rpo, (r) => icosOf(r).length === 2),
  'rpo/foreign-seat': (files) =>
    anySeat(files, (a) => a.country !== undefined && a.country.code !== '703' && a.formatedAddress),
  'rpo/bratislava-without-code': (files) =>
    anySeat(files, (a) => a.municipality?.value === 'Bratislava' && a.municipality.code === undefined),
  'rpo/kosice-city-part': (files) =>
    anySeat(
      files,
      (a) => /^Košice - mestská časť .*$/.test(a.municipality?.value) && /^SK042/.test(a.municipality.code),
    ),
  'rpo/both-numbers-in-one': (files) => anySeat(files, (a) => a.regNumber === 0 && /^\d+\/\d/.test(a.buildingNumber)),
  'rpo/no-registration-number': (files) =>
    anySeat(files, (a) => a.regNumber === 0 && /^\d+[A-D]?$/.test(a.buildingNumber)),
  'rpo/no-building-number': (files) => anySeat(files, (a) => a.street !== undefined && a.buildingNumber === undefined),
  'rpo/postal-code-with-space': (files) => anySeat(files, (a) => a.postalCodes?.[0].includes(' ')),
  'rpo/no-postal-code': (files) =>
    anySeat(files, (a) => a.municipality?.code !== undefined && a.postalCodes === undefined),
  'rpo/reversed-validity': (files) => anySeat(files, (a) => a.validTo < a.validFrom),
  'rpo/conflicting-duplicates': ({ rpo }) =>
    ifAny(rpo, (r) => 1 < (r.fullNames ?? []).filter((name: RpoRecord) => name.validTo === undefined).length),
  'rpo/no-modification-date': ({ rpo }) => ifAny(rpo, (r) => r.dbModificationDate === undefined),
  'rpo/no-legal-form': ({ rpo }) => ifAny(rpo, (r) => r.legalForms === undefined),
  'rpo/code-without-codelist': ({ rpo }) =>
    ifAny(rpo, (r) => r.legalForms?.[0].value.codelistCode === undefined && r.legalForms),
  'rpo/no-address': ({ rpo }) => ifAny(rpo, (r) => r.addresses === undefined),
  'rpo/no-name': ({ rpo }) => ifAny(rpo, (r) => r.fullNames === undefined),
  'rpo/quotes-in-name': (files) => anyName(files, (name) => name.includes('"')),
  'rpo/line-break-in-name': (files) => anyName(files, (name) => name.includes('\n')),
  'rpo/alternative-name': ({ rpo }) => ifAny(rpo, (r) => r.alternativeNames !== undefined),
  'rpo/organization-units': ({ rpo }) => ifAny(rpo, (r) => r.organizationUnits !== undefined),
  'rpo/old-activity-codelist': ({ rpoText }) => rpoText.includes('CL005205'),
  'rpo/sentinel-end': ({ rpoText }) => rpoText.includes('"validTo":"1800-01-01","identifier":"Neuvedené"'),
  'rpo/written-over-lines': ({ rpoText }) => rpoText.includes('{\n  "id":'),
  'rpo/no-register': ({ rpo }) => ifAny(rpo, (r) => r.sourceRegister === undefined),
  'rpo/no-country': (files) => anySeat(files, (a) => a.country === undefined),
  'rpo/legal-status': ({ rpo }) => ifAny(rpo, (r) => r.legalStatuses !== undefined),
  'rpo/unstructured-address': (files) =>
    anySeat(files, (a) => a.formatedAddress !== undefined && a.country.code === '703'),
  'rpo/district': (files) => anySeat(files, (a) => a.district !== undefined),
  'rpo/no-establishment': ({ rpo }) => ifAny(rpo, (r) => r.establishment === undefined),
  'rpo/former-name-of-another': ({ rpo }) => {
    const spellsOf = (r: RpoRecord): RpoRecord[] => r.fullNames ?? []
    const open = rpo.flatMap((r) => spellsOf(r).filter((name) => name.validTo === undefined))
    const present = new Set(open.map((name) => name.value))
    return ifAny(rpo, (r) => isLimited(r) && spellsOf(r).some((name) => name.validTo && present.has(name.value)))
  },
  'rpo/slash-before-letter': (files) =>
    anySeat(files, (a) => a.regNumber === 0 && /^\d+\/[A-C]$/.test(a.buildingNumber)),
  'rpo/address-key': ({ rpo, csv }) => {
    const keys = new Set(csv.map((row) => row.IDENTIFIKATOR))
    const seats = rpo.filter(isOfRegister('2')).flatMap(addresses).filter(isStructured)
    const joined = seats.filter((a) => keys.has(a.buildingIndex))
    return seats.length * 0.65 < joined.length && joined.length < seats.length * 0.85
  },
  'rpo/no-municipality-code': ({ rpo }) =>
    ifAny(rpo.filter(isOfRegister('1')).flatMap(addresses), (a) => a.municipality && !a.municipality.code),
  'rpo/seat-as-of-company': ({ rpo }) => {
    const others = rpo.filter((r) => r.sourceRegister && !isOfRegister('1')(r) && !isOfRegister('2')(r))
    const seats = others.flatMap(addresses).filter(isStructured)
    const noNumber = seats.filter((a) => a.regNumber === 0 && a.buildingIndex === undefined)
    return 0 < noNumber.length && noNumber.length < seats.length * 0.7
  },
  'rpo/same-ico-and-both-contradict': ({ rpo }) => marksOfSharedIcos(rpo).includes('true,true'),
  'rpo/proceeding': ({ rpo }) => ['3', '4', '5', '6', '7', '8'].every((code) => ifAny(rpo, livesWith(code))),
  'rpo/dissolved-not-erased': ({ rpo }) =>
    ['9', '10', '11', '12', '13', '14', '15', '16', '18'].every((code) => ifAny(rpo, livesWith(code))) &&
    ifAny(rpo, (r) => r.termination === undefined && 1 < openStatuses(r).length),
  'rpo/entry-by-mistake': ({ rpo }) => ifAny(rpo, (r) => openStatuses(r).join() === '19'),
  'rpo/helper-record': ({ rpo }) => {
    const helpers = rpo.filter((r) => r.identifiers === undefined && r.sourceRegister === undefined)
    return ifAny(helpers, (r) => r.establishment === '1800-01-01' && r.fullNames.length === 1)
  },
  'rpo/military-district': (files) =>
    anySeat(files, (a) => {
      const [, name] = /^(.+) \(vojenský obvod\)$/.exec(a.municipality?.value) ?? []
      return name !== undefined && ifAny(files.csv, (row) => row.OBEC === name)
    }) && !files.csvText.includes('vojenský obvod'),
  'rpo/no-record-status': ({ rpo }) => ifAny(rpo, (r) => openStatuses(r).join() === '1'),
  'rpo/unknown-establishment': ({ rpo }) => ifAny(rpo, (r) => isUnknown(r.establishment)),
  'rpo/unknown-valid-from': ({ rpo }) => ifAny(rpo, (r) => histories(r).some((one) => isUnknown(one.validFrom))),
  'rpo/unknown-valid-to': ({ rpo }) => ifAny(rpo, (r) => histories(r).some((one) => isUnknown(one.validTo))),
  'rpo-trader/form-001': ({ rpo }) => ifAny(rpo, (r) => r.legalForms?.[0].value.code === '001'),
  'rpo-dissolved/two-statuses': ({ rpo }) =>
    ifAny(rpo, (r) => r.termination !== undefined && openStatuses(r).toSorted().join() === '10,17'),
  'rpo-dissolved/unknown-termination': ({ rpo }) => ifAny(rpo, (r) => isUnknown(r.termination)),
  'cz-firm/substitute-number': ({ res }) => ifAny(res, (r) => r.TYPCDOM === '3'),
  'cz-firm/unknown-kind-of-number': ({ res }) => ifAny(res, (r) => r.TYPCDOM === '9'),
  'cz-firm/number-zero': ({ res }) => ifAny(res, (r) => r.CDOM === '0'),
  'cz-firm/unknown-founding-date': ({ res, vr }) =>
    ifAny(res, (r) => isUnknown(r.DDATVZN)) && ifAny(vr, (xml) => unknownIn(xml, 'DatumVzniku')),
  'cz-firm/unknown-entry-date': ({ vr }) => ifAny(vr, (xml) => unknownIn(xml, 'DatumZapisu')),
  'cz-firm/unknown-update': ({ res }) => ifAny(res, (r) => isUnknown(r.DDATPAKT)),
  'cz-firm/not-found-in-vr': ({ vr }) =>
    ifAny(vr, (xml) => xml.includes('<are:Odpoved>') && !xml.includes('Zakladni_udaje')),
  'cz-firm/text-seat-in-vr': ({ vr }) => ifAny(vr, (xml) => /<are:Sidlo>\n<are:text>[^<]+, \d{5} \p{L}/u.test(xml)),
  'cz-firm/no-name-in-vr': ({ vr }) =>
    ifAny(vr, (xml) => xml.includes('<are:ICO>') && !xml.split('Statutarni_organ')[0]!.includes('<are:ObchodniFirma>')),
  'cz-firm/home-in-vr': ({ vr }) =>
    ['Bydliste', 'Pobyt'].every((home) =>
      ifAny(vr, (xml) => xml.includes(`<are:${home}>`) && !xml.includes('<are:Sidlo>')),
    ),
  'cz-firm/unread-fields-in-vr': ({ vr }) =>
    ifAny(vr, (xml) =>
      ['doplnujiciText', 'dorucovaciCislo', 'skrytyUdaj', 'StatusVerejneProspesnosti'].every((field) =>
        xml.includes(`<are:${field}>`),
      ),
    ),
  'cz-firm/number-as-text-in-vr': ({ vr }) =>
    ifAny(seatsIn(vr), (seat) => /<are:ruianKod>.*<are:cisloTxt>\d+</s.test(seat) && !/cislo(Pop|Or)/.test(seat)),
  'cz-firm/no-postal-code-in-vr': ({ vr }) =>
    ifAny(seatsIn(vr), (seat) => seat.includes('<are:obec>') && !seat.includes('<are:psc>')),
  'cz-firm/no-part-in-vr': ({ vr }) =>
    ifAny(seatsIn(vr), (seat) => seat.includes('<are:obec>') && !seat.includes('<are:castObce>')),
  'cz-firm/evidence-number-in-vr': ({ vr }) =>
    ifAny(seatsIn(vr), (seat) => /<are:ruianKod>.*<are:cisloEv>\d+</s.test(seat) && !seat.includes('cisloTxt')),
  'cz-firm/seat-in-praha': ({ res }) => ifAny(res, (r) => isFirm(r) && r.OKRESLAU === 'CZ0100'),
  'cz-trader/seat-in-praha': ({ res }) => ifAny(res, (r) => isTrader(r) && r.OKRESLAU === 'CZ0100'),
  'cz-gone/free-text-seat': ({ res, vr }) => {
    const texts = res.filter((r) => r.DDATZAN !== '').map((r) => r.TEXTADR!)
    return (
      [
        /^\p{L}[^,]* \d+[^,]*, \d{5} \p{L}[^,]*$/u,
        /, \d{5} \p{L}[^,]*, Česká republika$/u,
        /, ČR$/,
        /^[^,]+, [^,]+, \d{5} \p{L}/u,
        /^č\.p\. \d+, \d{5} /,
        /^\p{L}.* č\.p\. \d+, \d{5} /u,
        /^č\.ev\. \d+, \d{5} /,
        /, \d{3} \d\d \p{L}/u,
      ].every((style) => ifAny(texts, (text) => style.test(text))) &&
      ifAny(texts, (text) => vr.join('').includes(`<are:text>${text}</are:text>`))
    )
  },
  'cz-gone/reason-of-deletion': ({ vr }) =>
    ifAny(vr, (xml) => /<\/are:DatumVymazu>\n<are:DuvodVymazu>\n<are:Text>/.test(xml)),
  'cz-firm/mostly-no-legal-form-in-vr': ({ vr }) =>
    vr.filter((xml) => xml.includes('<are:Kod_PF>')).length < vr.length * 0.15,
  'cz-gone/unknown-end': ({ res, vr }) =>
    ifAny(res, (r) => r.FIRMA !== '' && isUnknown(r.DDATZAN)) && ifAny(vr, (xml) => unknownIn(xml, 'DatumVymazu')),
  'cz-gone/historical-form': ({ res, forms, formsOfThePast }) => {
    const known = new Set(forms.map((row) => row.CHODNOTA))
    const past = new Set(formsOfThePast.map((row) => row.CHODNOTA!).filter((code) => !known.has(code)))
    return ifAny(res, (r) => r.DDATZAN !== '' && past.has(r.FORMA!))
  },
  'cz-ended/unknown-end': ({ res }) => ifAny(res, (r) => r.FIRMA === '' && isUnknown(r.DDATZAN)),
  'cz-firm/quotes-in-name': ({ res }) => ifAny(res, (r) => r.FIRMA!.includes('"')),
  'cz-firm/line-break-in-name': ({ res }) => ifAny(res, (r) => r.FIRMA!.includes('\n')),
  'cz-firm/foreign-seat': ({ res }) => ifAny(res, (r) => isFirm(r) && /, \p{L}+( \p{L}+)?$/u.test(r.TEXTADR!)),
  'cz-firm/free-text-seat': ({ res }) => ifAny(res, (r) => isFirm(r) && /, \d{5} \p{L}/u.test(r.TEXTADR!)),
  'cz-firm/unknown-address-key': ({ res }) => ifAny(res, (r) => isFirm(r) && r.KODADM!.startsWith('89')),
  'cz-firm/wrong-check-digit': ({ res }) => ifAny(res, (r) => wrong(r.ICO!)),
  'cz-firm/no-founding-date': ({ res }) => ifAny(res, (r) => isFirm(r) && r.DDATVZN === ''),
  'cz-firm/no-address': ({ res }) => ifAny(res, (r) => isFirm(r) && r.KODADM === '' && r.TEXTADR === ''),
  'cz-firm/branch-in-one-document': ({ vr }) => ifAny(vr, (xml) => xml.split('<are:Vypis_VREO>').length === 3),
  'cz-firm/no-legal-form-in-vr': ({ vr }) =>
    ifAny(vr, (xml) => !xml.includes('<are:Kod_PF>')) &&
    ifAny(vr, (xml) => xml.includes('<are:Kod_PF>112</are:Kod_PF>')),
  'cz-firm/no-address-key-in-vr': ({ vr }) => ifAny(vr, (xml) => /<are:Sidlo>\n<are:stat>/.test(xml)),
  'cz-trader/free-text-seat': ({ res }) => ifAny(res, (r) => isTrader(r) && r.TEXTADR !== ''),
  'cz-trader/unknown-address-key': ({ res }) => ifAny(res, (r) => isTrader(r) && r.KODADM!.startsWith('89')),
  'cz-trader/no-founding-date': ({ res }) => ifAny(res, (r) => isTrader(r) && r.DDATVZN === ''),
}

for (const seed of [1, 2, 3]) {
  describe(`the smallest sample (seed ${seed})`, async () => {
    await using sample = await testSample({ scale: 'tiny', seed })
    const files = await readAll(sample)
    for (const [trap, seen] of Object.entries(SEEN)) {
      test(`has the trap ${trap}`, () => assert.ok(seen(files)))
    }

    test('has no Slovak point without both numbers', () => {
      assert.ok(files.csv.every((row) => row.SUPISNE_CISLO !== '' || row.ORIENTACNE_CISLO_CELE !== ''))
    })

    test('has Slovak keys of which one in eleven ends in A', () => {
      const keys = files.csv.map((row) => row.IDENTIFIKATOR!)
      const share = keys.filter((key) => key.endsWith('A')).length / keys.length
      assert.ok(0.07 < share && share < 0.11, String(share))
      assert.equal(new Set(keys).size, keys.length)
    })

    test('has an archive and zips with members that are no data', () => {
      const { archive, zips } = files.members
      assert.deepEqual(archive.slice(0, 4), ['./', './VYSTUP/', './VYSTUP/DATA/', './README.txt'])
      assert.ok(archive.slice(4).every((name) => /^\.\/VYSTUP\/DATA\/\d{8}\.xml$/.test(name)))
      for (const names of zips) assert.deepEqual(names.slice(0, 2), ['README.txt', '.DS_Store'])
    })

    test('has no day of change in the bulk records of RPO', () =>
      assert.ok(files.rpo.every((record) => record.dbModificationDate === undefined)))

    test('marks every record of RPO as one that contradicts another or does not', () =>
      assert.ok(files.rpo.every(({ containsInconsistency }) => typeof containsInconsistency === 'boolean')))

    test('has companies of the commercial register without súpisné číslo and key, and traders with both and codes', () => {
      const seatsOf = (code: string) => files.rpo.filter(isOfRegister(code)).flatMap(addresses).filter(isStructured)
      for (const seat of seatsOf('1')) assert.ok(seat.regNumber === 0 && seat.buildingIndex === undefined)
      const withoutNumber = new Set(
        files.csv.filter((row) => +row.SUPISNE_CISLO! === 0).map((row) => row.IDENTIFIKATOR),
      )
      for (const seat of seatsOf('2')) {
        assert.ok(seat.municipality.code !== undefined)
        assert.ok(0 < seat.regNumber || !seat.buildingIndex || withoutNumber.has(seat.buildingIndex))
      }
    })

    test('has each public register of Czechia', () => {
      for (const register of ['OR', 'SR', 'RSVJ', 'NR', 'RU', 'ROPS']) {
        assert.ok(
          ifAny(files.vr, (xml) => xml.includes(`<are:Rejstrik>${register}<`)),
          register,
        )
      }
    })

    test('has the okres of every living row of RES', () => {
      for (const row of files.res) if (row.DDATZAN === '') assert.match(row.OKRESLAU!, /^CZ0[0-9A-Z]{3}$/)
    })

    test('has two editions of list 56 that name one code differently', () => {
      const current = new Map(files.forms.map((row) => [row.CHODNOTA, row]))
      const both = files.formsOfThePast.filter((row) => current.has(row.CHODNOTA))
      assert.ok(both.some((row) => row.TEXT !== current.get(row.CHODNOTA)!.TEXT))
      assert.ok(both.every((row) => row.ADMNEPO! < current.get(row.CHODNOTA)!.ADMNEPO!))
    })

    test('has RES rows with nothing but ICO and end', () => {
      const ended = files.res.filter((row) => row.FIRMA === '')
      assert.equal(ended.length, 50)
      for (const row of ended) {
        const filled = Object.keys(row).filter((column) => row[column] !== '')
        assert.deepEqual(filled, ['ICO', 'DDATZAN', 'DATPLAT'])
      }
    })

    test('has dissolved companies without current entries, and active ones with a current name', () => {
      for (const record of files.rpo) {
        if (record.fullNames === undefined) continue
        const open = record.fullNames.some((name: RpoRecord) => name.validTo === undefined)
        assert.equal(open, record.termination === undefined, JSON.stringify(record.fullNames))
      }
    })
  })
}
