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
import { TRAPS, type TrapName } from './traps.ts'

// biome-ignore lint/suspicious/noExplicitAny: what the register writes has no type before a reader gives it one
type RpoRecord = any

type Files = Awaited<ReturnType<typeof readAll>>

async function readAll(sample: TestSample) {
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
    rpo: rpoTexts.flatMap((text): RpoRecord[] => JSON.parse(text).results),
    places: [...adr].filter(([name]) => name.endsWith('.csv')).flatMap(([, bytes]) => csvRows(cp1250(bytes), ';')),
    relations: csvRows(cp1250(relations), ';'),
    res: csvRows((await fileOf(sample, /^res_data/)).toString('utf8'), ','),
    forms: csvRows((await fileOf(sample, /^cis56\.csv$/)).toString('utf8'), ','),
    formsOfThePast: csvRows((await fileOf(sample, /^cis56_historie/)).toString('utf8'), ','),
    vr: [...archive.values()],
    members: { archive: [...archive.keys()], zips: [[...adr.keys()], [...okresy.keys()]] },
  }
}

const addresses = (record: RpoRecord): RpoRecord[] => record.addresses ?? []
const namesOf = (record: RpoRecord): RpoRecord[] => record.fullNames ?? []
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
const histories = (record: RpoRecord): RpoRecord[] => [...namesOf(record), ...addresses(record)]
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
  const marks = shared.map((group) => group.map((record) => String(record.containsInconsistency)))
  return marks.map((list) => list.toSorted().join())
}
/** The registers of living records that have one number and whose names begin with the same person. */
const registersOfSubjects = (rpo: readonly RpoRecord[]): string[] => {
  const live = rpo.filter((record) => record.termination === undefined && record.identifiers && record.fullNames)
  const nameOf = (record: RpoRecord): string => record.fullNames.at(-1).value
  return live.flatMap((one) =>
    live.flatMap((two) =>
      one.id !== two.id && icosOf(one).at(-1) === icosOf(two).at(-1) && nameOf(one).startsWith(nameOf(two))
        ? [`${one.sourceRegister?.value.code},${two.sourceRegister?.value.code}`]
        : [],
    ),
  )
}
/** An ended name of one word and `s.r.o.` with which a large living one begins. */
const isNamesake = (large: readonly string[]) => (name: string) =>
  /^\S+, s\.r\.o\.$/.test(name) && large.some((one) => one.startsWith(`${name.split(',')[0]} `))
const isLong = (name: string): boolean => /^\S+ \S+ \S+/.test(name)
const largeOnes = ({ rpo }: Files): string[] =>
  rpo
    .filter((r) => !r.termination && ['121', '301', '321'].includes(r.legalForms?.[0].value.code))
    .flatMap((r) => namesOf(r).map((name) => name.value))
    .filter(isLong)
const isHelper = (r: RpoRecord): boolean => r.identifiers === undefined && r.sourceRegister === undefined
const textsOfGone = ({ res }: Files) => res.filter((r) => r.DDATZAN !== '').map((r) => r.TEXTADR!)
const isLike = (style: RegExp) => (text: string) => style.test(text)
const unknownIn = (xml: string, tag: string): boolean => new RegExp(`<are:${tag}>1[08]00-01-01<`).test(xml)
const partCodes = (rows: readonly Row[], column: string) => new Set(rows.map((row) => row[column]))

type Seen<T> = Partial<Record<TrapName, (one: T) => unknown>>
type Check = readonly [trap: TrapName, isSeen: (files: Files) => boolean]

/** Each trap is seen in one of a list. */
function inOneOf<T>(listOf: (files: Files) => readonly T[], seen: Seen<T>): Check[] {
  return Object.entries(seen).map(([trap, fits]) => [trap as TrapName, (files) => listOf(files).some(fits)])
}

const isPartOf = (text: string) => (all: string) => all.includes(text)
const hasButLacks = (all: string, one: string, other: string) => all.includes(one) && !all.includes(other)
const UNREAD = ['doplnujiciText', 'dorucovaciCislo', 'skrytyUdaj', 'StatusVerejneProspesnosti']
const STYLES_OF_TEXTS = [
  ...[/^\p{L}[^,]* \d+[^,]*, \d{5} \p{L}[^,]*$/u, /, \d{5} \p{L}[^,]*, Česká republika$/u, /, ČR$/],
  ...[/^[^,]+, [^,]+, \d{5} \p{L}/u, /^č\.p\. \d+, \d{5} /, /^\p{L}.* č\.p\. \d+, \d{5} /u],
  ...[/^č\.ev\. \d+, \d{5} /, /, \d{3} \d\d \p{L}/u],
]
const seatsOf = (files: Files, code: string) =>
  files.rpo.filter(isOfRegister(code)).flatMap(addresses).filter(isStructured)
const oddKeys = (files: Files, isOdd: (key: string) => boolean) => {
  const keys = files.csv.map((r) => r.IDENTIFIKATOR!).filter(isOdd)
  return 0 < keys.length && keys.length < files.csv.length / 20 && files.rageo.includes(`"identifier":"${keys[0]}"`)
}

/** How each trap is seen in the files. Where several checks name one trap, all must see it. */
const SEEN: readonly Check[] = [
  ...inOneOf<Row>(({ csv }) => csv, {
    'sk-point/no-coordinates': (r) => r.ADRBOD_X === '',
    'sk-point/no-postal-code': (r) => r.PSC === '',
    'sk-point/postal-code-with-space': (r) => /^\d{3} \d\d$/.test(r.PSC!),
    'sk-point/letter': (r) => /^\d+[A-D]$/.test(r.ORIENTACNE_CISLO_CELE!),
    'sk-point/only-orientation': (r) => r.SUPISNE_CISLO === '',
    'sk-point/only-registration': (r) => r.ULICA !== '' && r.ORIENTACNE_CISLO_CELE === '',
    'sk-point/odd-orientation': (r) => r.ORIENTACNE_CISLO_CELE!.includes('-'),
    'sk-point/registration-zero': (r) => r.SUPISNE_CISLO === '0' && r.ORIENTACNE_CISLO_CELE !== '',
    'sk-point/no-number': (r) => r.SUPISNE_CISLO === '0' && r.ORIENTACNE_CISLO_CELE === '',
    'sk-street/dotted-first-name': (r) => r.ULICA === 'Bož. Němcovej',
  }),
  ...inOneOf(({ csvText }) => [csvText], { 'sk-point/quoted-street': isPartOf(';"') }),
  ...inOneOf(({ rageo }) => [rageo], {
    'sk-point/no-coordinates': isPartOf('"geometry":null'),
    'sk-point/no-postal-code': isPartOf('"postalcode":null'),
    'sk-point/empty-postal-code': isPartOf('"postalcode":""'),
    'sk-point/registration-zero': (text) => /"orientationnumber":"[^"]+","propertyregistrationnumber":"0"/.test(text),
    'sk-point/no-number': isPartOf('"orientationnumber":null,"propertyregistrationnumber":"0"'),
    'sk-point/valid-from-1000': isPartOf('"validfrom":"1000-01-01Z"'),
    'sk-point/valid-from-1800': isPartOf('"validfrom":"1800-01-01Z"'),
  }),
  ['sk-point/wrong-check-character', (files) => oddKeys(files, (key) => !key.startsWith('0') && !hasCheck(key))],
  ['sk-point/leading-zero', (files) => oddKeys(files, (key) => key.startsWith('0'))],
  ...inOneOf<Row>(({ places }) => places, {
    'cz-point/no-coordinates': (r) => r['Souřadnice Y'] === '' && r['Souřadnice X'] === '',
    'cz-point/evidence-number': (r) => r['Typ SO'] === 'č.ev.',
    'cz-point/no-valid-from': (r) => r['Platí Od'] === '',
    'cz-point/letter': (r) => /^[a-d]$/.test(r['Znak čísla orientačního']!),
    'cz-point/evidence-with-orientation': (r) => r['Typ SO'] === 'č.ev.' && r['Číslo orientační'] && r['Název ulice'],
    'cz-point/unknown-valid-from': (r) => isUnknown(r['Platí Od']),
    'cz-street/dotted-first-name': (r) => r['Název ulice'] === 'Bož. Němcové',
  }),
  ...inOneOf(
    (files) => [[partCodes(files.places, 'Kód části obce'), partCodes(files.relations, 'COBCE_KOD')] as const],
    {
      'cz-part/not-in-relations': ([inPlaces, inRelations]) => !inPlaces.isSubsetOf(inRelations),
      'cz-part/only-in-relations': ([inPlaces, inRelations]) => !inRelations.isSubsetOf(inPlaces),
    },
  ),
  ...inOneOf(({ rpo }) => rpo, {
    'rpo/no-ico': (r) => r.identifiers === undefined,
    'rpo/wrong-check-digit': (r) => icosOf(r).some(wrong),
    'rpo/changed-ico': (r) => icosOf(r).length === 2,
    'rpo/conflicting-duplicates': (r) => 1 < namesOf(r).filter((name) => name.validTo === undefined).length,
    'rpo/no-modification-date': (r) => r.dbModificationDate === undefined,
    'rpo/no-legal-form': (r) => r.legalForms === undefined,
    'rpo/code-without-codelist': (r) => r.legalForms && r.legalForms[0].value.codelistCode === undefined,
    'rpo/no-address': (r) => r.addresses === undefined,
    'rpo/no-name': (r) => r.fullNames === undefined,
    'rpo/quotes-in-name': (r) => namesOf(r).some((name) => name.value.includes('"')),
    'rpo/line-break-in-name': (r) => namesOf(r).some((name) => name.value.includes('\n')),
    'rpo/alternative-name': (r) => r.alternativeNames,
    'rpo/organization-units': (r) => r.organizationUnits,
    'rpo/no-register': (r) => r.sourceRegister === undefined,
    'rpo/legal-status': (r) => r.legalStatuses,
    'rpo/no-establishment': (r) => r.establishment === undefined,
    'rpo/dissolved-not-erased': (r) => r.termination === undefined && 1 < openStatuses(r).length,
    'rpo/entry-by-mistake': (r) => openStatuses(r).join() === '19',
    'rpo/helper-record': (r) => isHelper(r) && r.establishment === '1800-01-01' && r.fullNames.length === 1,
    'rpo/no-record-status': (r) => openStatuses(r).join() === '1',
    'rpo/unknown-establishment': (r) => isUnknown(r.establishment),
    'rpo/unknown-valid-from': (r) => histories(r).some((one) => isUnknown(one.validFrom)),
    'rpo/unknown-valid-to': (r) => histories(r).some((one) => isUnknown(one.validTo)),
    'rpo-trader/form-001': (r) => r.legalForms?.[0].value.code === '001',
    'rpo-dissolved/two-statuses': (r) => r.termination && openStatuses(r).toSorted().join() === '10,17',
    'rpo-dissolved/unknown-termination': (r) => isUnknown(r.termination),
  }),
  ...['3', '4', '5', '6', '7', '8'].map((code): Check => ['rpo/proceeding', ({ rpo }) => rpo.some(livesWith(code))]),
  ...['9', '10', '11', '12', '13', '14', '15', '16', '18'].map(
    (code): Check => ['rpo/dissolved-not-erased', ({ rpo }) => rpo.some(livesWith(code))],
  ),
  ...inOneOf(({ rpo }) => rpo.flatMap(addresses), {
    'rpo/foreign-seat': (a) => a.country !== undefined && a.country.code !== '703' && a.formatedAddress,
    'rpo/bratislava-without-code': (a) => a.municipality?.value === 'Bratislava' && a.municipality.code === undefined,
    'rpo/kosice-city-part': ({ municipality }) =>
      /^Košice - mestská časť .*$/.test(municipality?.value) && /^SK042/.test(municipality.code),
    'rpo/both-numbers-in-one': (a) => a.regNumber === 0 && /^\d+\/\d/.test(a.buildingNumber),
    'rpo/no-registration-number': (a) => a.regNumber === 0 && /^\d+[A-D]?$/.test(a.buildingNumber),
    'rpo/no-building-number': (a) => a.street !== undefined && a.buildingNumber === undefined,
    'rpo/postal-code-with-space': (a) => a.postalCodes?.[0].includes(' '),
    'rpo/no-postal-code': (a) => a.municipality?.code !== undefined && a.postalCodes === undefined,
    'rpo/reversed-validity': (a) => a.validTo < a.validFrom,
    'rpo/no-country': (a) => a.country === undefined,
    'rpo/unstructured-address': (a) => a.formatedAddress !== undefined && a.country.code === '703',
    'rpo/district': (a) => a.district !== undefined,
    'rpo/slash-before-letter': (a) => a.regNumber === 0 && /^\d+\/[A-C]$/.test(a.buildingNumber),
  }),
  ...inOneOf((files) => seatsOf(files, '1'), { 'rpo/no-municipality-code': (a) => !a.municipality.code }),
  ...inOneOf(({ rpoText }) => [rpoText], {
    'rpo/old-activity-codelist': isPartOf('CL005205'),
    'rpo/sentinel-end': isPartOf('"validTo":"1800-01-01","identifier":"Neuvedené"'),
    'rpo/written-over-lines': isPartOf('{\n  "id":'),
  }),
  ...inOneOf(({ rpo }) => marksOfSharedIcos(rpo), {
    'rpo/same-ico-as-another': (marks) => marks === 'false,true',
    'rpo/same-ico-and-both-contradict': (marks) => marks === 'true,true',
  }),
  ...inOneOf((files) => largeOnes(files), {
    'rpo/large-subject': (name) =>
      /^\p{L}+ (\p{L}+ )*(univerzita|akadémia|agentúra|správa) |^\S+ \S+ \S+, a\.s\.$/u.test(name),
  }),
  ...inOneOf(({ rpo }) => registersOfSubjects(rpo), {
    'rpo-trader/second-registration': (registers) => /^2,4[1-4]$/.test(registers),
  }),
  ...inOneOf((files) => [files], {
    'shared-ico': ({ rpo, res }) => {
      const czech = new Set(res.map((row) => row.ICO))
      return rpo.some((r) => icosOf(r).some((ico) => czech.has(ico)))
    },
    'rpo/former-name-of-another': ({ rpo }) => {
      const open = rpo.flatMap((r) => namesOf(r).filter((name) => name.validTo === undefined))
      const present = new Set(open.map((name) => name.value))
      return rpo.some((r) => isLimited(r) && namesOf(r).some((name) => name.validTo && present.has(name.value)))
    },
    'rpo/address-key': (files) => {
      const keys = new Set(files.csv.map((row) => row.IDENTIFIKATOR))
      const seats = seatsOf(files, '2')
      const joined = seats.filter((a) => keys.has(a.buildingIndex))
      return seats.length * 0.65 < joined.length && joined.length < seats.length * 0.85
    },
    'rpo/seat-as-of-company': ({ rpo }) => {
      const others = rpo.filter((r) => r.sourceRegister && !isOfRegister('1')(r) && !isOfRegister('2')(r))
      const seats = others.flatMap(addresses).filter(isStructured)
      const noNumber = seats.filter((a) => a.regNumber === 0 && a.buildingIndex === undefined)
      return 0 < noNumber.length && noNumber.length < seats.length * 0.7
    },
    'rpo-dissolved/namesake-of-large': (files) => {
      const ended = files.rpo.filter((r) => r.termination).flatMap((r) => namesOf(r).map((name) => name.value))
      return ended.some(isNamesake(largeOnes(files)))
    },
    'cz-gone/namesake-of-large': ({ res }) => {
      const large = res.filter((r) => r.DDATZAN === '' && '330' <= r.KATPO!).map((r) => r.FIRMA!)
      return res.some((r) => r.DDATZAN !== '' && isNamesake(large)(r.FIRMA!))
    },
    'rpo/military-district': ({ rpo, csv, csvText }) => {
      const named = rpo.flatMap(addresses).map((a) => /^(.+) \(vojenský obvod\)$/.exec(a.municipality?.value)?.[1])
      return csv.some((row) => named.includes(row.OBEC)) && !csvText.includes('vojenský obvod')
    },
  }),
  ...inOneOf<Row>(({ res }) => res, {
    'cz-firm/substitute-number': (r) => r.TYPCDOM === '3',
    'cz-firm/unknown-kind-of-number': (r) => r.TYPCDOM === '9',
    'cz-firm/number-zero': (r) => r.CDOM === '0',
    'cz-firm/unknown-founding-date': (r) => isUnknown(r.DDATVZN),
    'cz-firm/unknown-update': (r) => isUnknown(r.DDATPAKT),
    'cz-firm/large-subject': (r) => isFirm(r) && '330' <= r.KATPO! && isLong(r.FIRMA!),
    'cz-firm/seat-in-praha': (r) => isFirm(r) && r.OKRESLAU === 'CZ0100',
    'cz-trader/seat-in-praha': (r) => isTrader(r) && r.OKRESLAU === 'CZ0100',
    'cz-gone/unknown-end': (r) => r.FIRMA !== '' && isUnknown(r.DDATZAN),
    'cz-ended/unknown-end': (r) => r.FIRMA === '' && isUnknown(r.DDATZAN),
    'cz-firm/quotes-in-name': (r) => r.FIRMA!.includes('"'),
    'cz-firm/line-break-in-name': (r) => r.FIRMA!.includes('\n'),
    'cz-firm/foreign-seat': (r) => isFirm(r) && /, \p{L}+( \p{L}+)?$/u.test(r.TEXTADR!),
    'cz-firm/free-text-seat': (r) => isFirm(r) && /, \d{5} \p{L}/u.test(r.TEXTADR!),
    'cz-firm/unknown-address-key': (r) => isFirm(r) && r.KODADM!.startsWith('89'),
    'cz-firm/wrong-check-digit': (r) => wrong(r.ICO!),
    'cz-firm/no-founding-date': (r) => isFirm(r) && r.DDATVZN === '',
    'cz-firm/no-address': (r) => isFirm(r) && r.KODADM === '' && r.TEXTADR === '',
    'cz-trader/free-text-seat': (r) => isTrader(r) && r.TEXTADR !== '',
    'cz-trader/unknown-address-key': (r) => isTrader(r) && r.KODADM!.startsWith('89'),
    'cz-trader/no-founding-date': (r) => isTrader(r) && r.DDATVZN === '',
  }),
  ...inOneOf(({ vr }) => vr, {
    'cz-firm/unknown-founding-date': (xml) => unknownIn(xml, 'DatumVzniku'),
    'cz-firm/unknown-entry-date': (xml) => unknownIn(xml, 'DatumZapisu'),
    'cz-firm/not-found-in-vr': (xml) => hasButLacks(xml, '<are:Odpoved>', 'Zakladni_udaje'),
    'cz-firm/text-seat-in-vr': (xml) => /<are:Sidlo>\n<are:text>[^<]+, \d{5} \p{L}/u.test(xml),
    'cz-firm/no-name-in-vr': (xml) =>
      xml.includes('<are:ICO>') && !xml.split('Statutarni_organ')[0]!.includes('<are:ObchodniFirma>'),
    'cz-firm/unread-fields-in-vr': (xml) => UNREAD.every((field) => xml.includes(`<are:${field}>`)),
    'cz-gone/reason-of-deletion': (xml) => /<\/are:DatumVymazu>\n<are:DuvodVymazu>\n<are:Text>/.test(xml),
    'cz-gone/unknown-end': (xml) => unknownIn(xml, 'DatumVymazu'),
    'cz-firm/branch-in-one-document': (xml) => xml.split('<are:Vypis_VREO>').length === 3,
    'cz-firm/no-legal-form-in-vr': (xml) => !xml.includes('<are:Kod_PF>'),
    'cz-firm/no-address-key-in-vr': (xml) => /<are:Sidlo>\n<are:stat>/.test(xml),
    'cz-firm/home-in-vr': (xml) => hasButLacks(xml, '<are:Bydliste>', '<are:Sidlo>'),
  }),
  ...inOneOf(({ vr }) => vr, {
    'cz-firm/no-legal-form-in-vr': isPartOf('<are:Kod_PF>112</are:Kod_PF>'),
    'cz-firm/home-in-vr': (xml) => hasButLacks(xml, '<are:Pobyt>', '<are:Sidlo>'),
  }),
  ...inOneOf(({ vr }) => vr.flatMap((xml) => /<are:Sidlo>.*?<\/are:Sidlo>/s.exec(xml) ?? []), {
    'cz-firm/number-as-text-in-vr': (seat) =>
      /<are:ruianKod>.*<are:cisloTxt>\d+</s.test(seat) && !/cislo(Pop|Or)/.test(seat),
    'cz-firm/no-postal-code-in-vr': (seat) => hasButLacks(seat, '<are:obec>', '<are:psc>'),
    'cz-firm/no-part-in-vr': (seat) => hasButLacks(seat, '<are:obec>', '<are:castObce>'),
    'cz-firm/evidence-number-in-vr': (seat) =>
      /<are:ruianKod>.*<are:cisloEv>\d+</s.test(seat) && !seat.includes('cisloTxt'),
  }),
  ...STYLES_OF_TEXTS.map(
    (style): Check => ['cz-gone/free-text-seat', (files) => textsOfGone(files).some(isLike(style))],
  ),
  [
    'cz-gone/free-text-seat',
    (files) => textsOfGone(files).some((text) => files.vr.join('').includes(`<are:text>${text}<`)),
  ],
  ['cz-firm/mostly-no-legal-form-in-vr', ({ vr }) => vr.filter(isPartOf('<are:Kod_PF>')).length < vr.length * 0.15],
  ...inOneOf((files) => [files], {
    'cz-gone/historical-form': ({ res, forms, formsOfThePast }) => {
      const known = new Set(forms.map((row) => row.CHODNOTA))
      const past = new Set(formsOfThePast.map((row) => row.CHODNOTA!).filter((code) => !known.has(code)))
      return res.some((r) => r.DDATZAN !== '' && past.has(r.FORMA!))
    },
  }),
]

test('a check is written for each trap', () => {
  assert.deepEqual(new Set(SEEN.map(([trap]) => trap)), new Set(Object.keys(TRAPS)))
})

for (const seed of [1, 2]) {
  describe(`the smallest sample (seed ${seed})`, async () => {
    await using sample = await testSample({ scale: 'tiny', seed })
    const files = await readAll(sample)
    for (const trap of new Set(SEEN.map(([name]) => name))) {
      test(`has the trap ${trap}`, () => assert.ok(SEEN.every(([name, isSeen]) => name !== trap || isSeen(files))))
    }

    test('has an archive and zips with members that are no data', () => {
      const { archive, zips } = files.members
      assert.deepEqual(archive.slice(0, 4), ['./', './VYSTUP/', './VYSTUP/DATA/', './README.txt'])
      assert.ok(archive.slice(4).every((name) => /^\.\/VYSTUP\/DATA\/\d{8}\.xml$/.test(name)))
      for (const names of zips) assert.deepEqual(names.slice(0, 2), ['README.txt', '.DS_Store'])
    })

    test('has each public register of Czechia', () => {
      for (const register of ['OR', 'SR', 'RSVJ', 'NR', 'RU', 'ROPS'])
        assert.ok(files.vr.some(isPartOf(`<are:Rejstrik>${register}<`)), register)
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
