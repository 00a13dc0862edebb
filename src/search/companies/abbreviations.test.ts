import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type ExampleCompany, exampleCompanyIndex } from '../../engine/testing/companies.ts'
import { fc } from '../../stdx/testing/properties.ts'
import { explainCompanies } from './company-explanation.ts'
import { CompanySearch } from './company-search.ts'

/** Invented names as the registers write them: what is typed, and the name that must come first. */
const CASES: Readonly<Record<string, readonly (readonly [typed: string, first: string])[]>> = {
  'an association of owners is "Společenství …" in several ways': [
    ['SVJ Krátká 5', 'Společenství vlastníků jednotek Krátká 5, Tisová'],
    ['svj kratka 5', 'Společenství vlastníků jednotek Krátká 5, Tisová'],
    ['S V J', 'SVJ Úzká 7, Tisová'],
    ['svj dlouhá 12', 'Společenství vlastníků Dlouhá 12'],
    ['svj lomená 3', 'Společenství pro dům Lomená 3, Tisová'],
    ['svj pro dům lomená 3', 'Společenství pro dům Lomená 3, Tisová'],
    ['SVJ Polní 8', 'Společenství domu Polní 8'],
    ['svj čp. 411', 'Společenství č.p. 411 Tisová'],
    ['svj domu zahradní 1', 'Společenství vlastníků jednotek domu Zahradní 1'],
    ['svj zahradní 1', 'Společenství vlastníků jednotek domu Zahradní 1'],
    ['společenství vlastníků jednotek úzká 7', 'SVJ Úzká 7, Tisová'],
    ['spolecenstvi vlastniku uzka', 'SVJ Úzká 7, Tisová'],
    ['společenství pro dům úzká 7', 'SVJ Úzká 7, Tisová'],
    ['společenství vlastníků jednotek dlouhá 12', 'Společenství vlastníků Dlouhá 12'],
    ['společenství vlastníků jednotek lomená 3', 'Společenství pro dům Lomená 3, Tisová'],
    ['společenství vlastníků jednotek polní 8', 'Společenství domu Polní 8'],
  ],
  'each keystroke behind the abbreviation': [
    ['svj kr', 'Společenství vlastníků jednotek Krátká 5, Tisová'],
    ['svj krát', 'Společenství vlastníků jednotek Krátká 5, Tisová'],
    ['svj krátká', 'Společenství vlastníků jednotek Krátká 5, Tisová'],
    ['svj dl', 'Společenství vlastníků Dlouhá 12'],
    ['sdh ka', 'Sbor dobrovolných hasičů Kamenec, z.s.'],
    ['mfk zá', 'Mestský futbalový klub Zálužie'],
    ['vak b', 'Vodovody a kanalizace Bystrá, a.s.'],
  ],
  'owners of Slovak houses': [
    ['SVB Jarná 4', 'Spoločenstvo vlastníkov bytov Jarná 4'],
    ['svb a np kvetná 9', 'Spoločenstvo vlastníkov bytov a nebytových priestorov Kvetná 9'],
    ['svbanp kvetna 9', 'Spoločenstvo vlastníkov bytov a nebytových priestorov Kvetná 9'],
    ['svb kvetná 9', 'Spoločenstvo vlastníkov bytov a nebytových priestorov Kvetná 9'],
    ['svb orgován', 'Spoločenstvo vlastníkov Orgován'],
    ['spoločenstvo vlastníkov bytov strmá 2', 'SVB Strmá 2'],
    ['spoločenstvo vlastníkov bytov a nebytových priestorov tichá 6', 'SVB a NP Tichá 6'],
  ],
  cooperatives: [
    ['SBD Pokrok', 'Stavební bytové družstvo Pokrok'],
    ['sbd domovina', 'Stavebné bytové družstvo Domovina'],
    ['bd zora', 'Bytové družstvo Zora'],
    ['osbd zálužie', 'Okresné stavebné bytové družstvo Zálužie'],
    ['stavební bytové družstvo svornost', 'SBD Svornost'],
    ['bytové družstvo hvězda', 'BD Hvězda'],
    ['ZD Kamenec', 'Zemědělské družstvo Kamenec'],
    ['zod bystrá', 'Zemědělské obchodní družstvo Bystrá'],
    ['pd brestovec', 'Poľnohospodárske družstvo Brestovec'],
    ['rd hrabov', 'Roľnícke družstvo Hrabov'],
    ['zemědělské družstvo lhotka', 'ZD Lhotka'],
    ['hs bukovina', 'Honební společenstvo Bukovina'],
    ['pz srnec', 'Poľovnícke združenie Srnec Brestovec'],
    ['ps diana', 'Poľovnícka spoločnosť Diana'],
  ],
  firefighters: [
    ['SDH Kamenec', 'Sbor dobrovolných hasičů Kamenec, z.s.'],
    ['s.d.h. kamenec', ''],
    ['sdh bystrá z.s.', 'SH ČMS - Sbor dobrovolných hasičů Bystrá'],
    ['sdh bystra', 'SH ČMS - Sbor dobrovolných hasičů Bystrá'],
    ['SH ČMS SDH Bystrá', 'SH ČMS - Sbor dobrovolných hasičů Bystrá'],
    ['sdružení hasičů čech moravy a slezska sdh bystrá', 'SH ČMS - Sbor dobrovolných hasičů Bystrá'],
    ['sbor dobrovolných hasičů lhotka', 'SDH Lhotka'],
    ['DHZ Brestovec', 'Dobrovoľný hasičský zbor obce Brestovec'],
    ['dobrovoľný hasičský zbor hrabov', 'DHZ Hrabov'],
    ['hzs moravskoslezského kraje', 'Hasičský záchranný sbor Moravskoslezského kraje'],
    ['hazz zálužie', 'Hasičský a záchranný zbor Zálužie'],
  ],
  schools: [
    ['zš brestovec', 'Základná škola, Brestovec 11'],
    ['základní škola lhotka', 'ZŠ Lhotka'],
    ['ZŠ a MŠ Bystrá', 'Základní škola a mateřská škola Bystrá, příspěvková organizace'],
    ['zs ms bystra', 'Základní škola a mateřská škola Bystrá, příspěvková organizace'],
    ['základní škola a mateřská škola tisová', 'ZŠ a MŠ Tisová'],
    ['ZŠ s MŠ Hrabov', 'Základná škola s materskou školou Hrabov'],
    ['zs s ms hrabov', 'Základná škola s materskou školou Hrabov'],
    ['základná škola s materskou školou zálužie', 'ZŠ s MŠ Zálužie'],
    ['MŠ Kamenec', 'Mateřská škola Kamenec'],
    ['ms brestovec', 'Materská škola, Brestovec 12'],
    ['mateřská škola jablíčko', 'MŠ Jablíčko'],
    ['ZUŠ Bystrá', 'Základní umělecká škola Bystrá'],
    ['zus zaluzie', 'Základná umelecká škola Zálužie'],
    ['SŠ Kamenec', 'Střední škola Kamenec'],
    ['sš zálužie', 'Spojená škola Zálužie'],
    ['SOŠ Bystrá', 'Střední odborná škola Bystrá'],
    ['sou kamenec', 'Střední odborné učiliště Kamenec'],
    ['stredná odborná škola hrabov', 'SOŠ Hrabov'],
    ['oa bystrá', 'Obchodní akademie Bystrá'],
    ['sps zaluzie', 'Stredná priemyselná škola Zálužie'],
    ['szš bystrá', 'Střední zdravotnická škola Bystrá'],
    ['šj kamenec', 'Školní jídelna Kamenec'],
    ['CVČ Zálužie', 'Centrum voľného času Zálužie'],
    ['ddm bystrá', 'Dům dětí a mládeže Bystrá'],
    ['ppp bystrá', 'Pedagogicko-psychologická poradna Bystrá'],
    ['cpp zálužie', 'Centrum poradenstva a prevencie Zálužie'],
    ['SRPŠ Kamenec', 'Spolek rodičů a přátel školy Kamenec'],
    ['rz hrabov', 'Rodičovské združenie Hrabov'],
  ],
  sport: [
    ['TJ Kamenec', 'Tělovýchovná jednota Kamenec, z.s.'],
    ['TJ Sokol Bystrá', 'Tělocvičná jednota Sokol Bystrá'],
    ['tj brestovec', 'Telovýchovná jednota Brestovec'],
    ['tělovýchovná jednota lhotka', 'TJ Lhotka'],
    ['SK Meteor', 'Sportovní klub Meteor'],
    ['ŠK Kriváň', 'Športový klub Kriváň'],
    ['sk krivan', 'Športový klub Kriváň'],
    ['sportovní klub lhotka', 'SK Lhotka z.s.'],
    ['FK Kamenec', 'Fotbalový klub Kamenec'],
    ['fk hrabov', 'Futbalový klub Hrabov'],
    ['fc tisová', 'Football club Tisová'],
    ['ofk brestovec', 'Obecný futbalový klub Brestovec'],
    ['mfk zaluzie', 'Mestský futbalový klub Zálužie'],
    ['mšk zálužie', 'Mestský športový klub Zálužie'],
    ['HC Bystrá', 'Hokejový klub Bystrá'],
    ['hc kamenec', 'Hokejový club Kamenec'],
    ['futbalový klub tatran', 'FK Tatran'],
    ['tk bystrá', 'Tenisový klub Bystrá'],
    ['kčt bystrá', 'Klub českých turistů, odbor Bystrá'],
    ['kst zálužie', 'Klub slovenských turistov Zálužie'],
  ],
  'federations and their branches, one abbreviation after the other': [
    ['ZO ČSV Kamenec', 'Český svaz včelařů, z.s., základní organizace Kamenec'],
    ['čsv kamenec', 'Český svaz včelařů, z.s., základní organizace Kamenec'],
    ['MO ČRS Bystrá', 'Český rybářský svaz, z. s., místní organizace Bystrá'],
    ['zo čzs kamenec', 'Český zahrádkářský svaz, základní organizace Kamenec'],
    ['zo kovo bystrá', 'Základní organizace odborového svazu KOVO Bystrá'],
    ['základní organizace čsop tisová', 'ZO ČSOP Tisová'],
    ['srz zálužie', 'Slovenský rybársky zväz, mestská organizácia Zálužie'],
    ['mso srz zálužie', 'Slovenský rybársky zväz, mestská organizácia Zálužie'],
    ['MS Bukovina', 'Myslivecký spolek Bukovina'],
  ],
  'a register has the municipality and not its office': [
    ['OÚ Kamenec', 'Obec Kamenec'],
    ['ou brestovec', 'Obec Brestovec'],
    ['MÚ Bystrá', 'Město Bystrá'],
    ['mu zaluzie', 'Mesto Zálužie'],
    ['okresný úrad zálužie', 'OÚ Zálužie'],
    ['mč bystrá', 'Městská část Bystrá-sever'],
    ['fú bystrá', 'Finanční úřad Bystrá'],
    ['np jasenina', 'Národní podnik Jasenina'],
    ['np poloniny', 'Národný park Poloniny'],
  ],
  'services, health, churches': [
    ['TS Bystrá', 'Technické služby Bystrá s.r.o.'],
    ['dp bystrá', 'Dopravní podnik Bystrá, a.s.'],
    ['VaK Bystrá', 'Vodovody a kanalizace Bystrá, a.s.'],
    ['kd kamenec', 'Kulturní dům Kamenec'],
    ['fn bystrá', 'Fakultní nemocnice Bystrá'],
    ['nsp zálužie', 'Nemocnica s poliklinikou Zálužie'],
    ['DD Tisová', 'Dětský domov Tisová'],
    ['dd zálužie', 'Domov dôchodcov Zálužie'],
    ['dss brestovec', 'Domov sociálnych služieb Brestovec'],
    ['zps hrabov', 'Zariadenie pre seniorov Hrabov'],
    ['řk farnost kamenec', 'Římskokatolická farnost Kamenec'],
    ['rkf kamenec', 'Římskokatolická farnost Kamenec'],
    ['rkc farnosť brestovec', 'Rímskokatolícka cirkev, farnosť Brestovec'],
    ['nf slunce', 'Nadační fond Slunce'],
  ],
  'one typo in the other words': [
    ['sdh kamnec', 'Sbor dobrovolných hasičů Kamenec, z.s.'],
    ['svj lomneá', 'Společenství pro dům Lomená 3, Tisová'],
    ['dhz bretsovec', 'Dobrovoľný hasičský zbor obce Brestovec'],
  ],
  'a legal form is what it was': [
    ['oz pomoc', 'Občianske združenie Pomoc'],
    ['o.z. pomoc', 'Občianske združenie Pomoc'],
    ['občianske združenie nádej', 'OZ Nádej'],
    ['lípa zs', 'Lípa, z.s.'],
    ['zs lípa', 'Lípa, z.s.'],
    ['n.o. slnko', 'Slnko, n.o.'],
  ],
  'only the first words are abbreviated': [
    ['kamenec sdh', ''],
    ['krátká svj', ''],
    ['nový sbd pokrok', ''],
  ],
}

/** A name that has the words as typed comes first. A name that has what they stand for takes the room that is left. */
const IN_ROOM_LEFT: readonly (readonly [typed: string, before: string, name: string])[] = [
  // A legal form in the middle of a name is a word of it.
  [
    'ZŠ Kamenec',
    'Český svaz včelařů, z.s., základní organizace Kamenec',
    'Základní škola Kamenec, příspěvková organizace',
  ],
  // Typed without diacritics it is the legal form too, so everything of this town comes first.
  ['zs poruba', 'Poruba plus s.r.o.', 'Základní škola Poruba, příspěvková organizace'],
  ['ps hrabov', 'DHZ Hrabov', 'Pozemkové spoločenstvo Hrabov'],
  ['vos bystrá', 'Město Bystrá', 'Vyšší odborná škola Bystrá'],
  // The beginnings of "škola" and "Kamenec"
  ['SK Kamenec', 'Střední škola Kamenec', 'Sportovní klub Kamenec'],
  ['ŠK Brestovec', 'Materská škola, Brestovec 12', 'Športový klub Brestovec'],
  ['svj tisová', 'Tisová SVJ servis', 'Společenství pro dům Lomená 3, Tisová'],
  ['futbalový klub zálužie', 'Mestský futbalový klub Zálužie', 'FK Zálužie'],
]

const MORE = ['Tisová SVJ servis', 'Lípa, z.s.', 'Slnko, n.o.', 'Poruba plus s.r.o.']

const NAMES = [
  ...new Set([
    ...Object.values(CASES).flatMap((cases) => cases.map(([, name]) => name)),
    ...IN_ROOM_LEFT.map(([, , name]) => name),
    ...MORE,
  ]),
]

describe('abbreviations of first words', () => {
  const index = exampleCompanyIndex(NAMES.filter((name) => name !== '').map((name): ExampleCompany => ({ name })))
  const search = new CompanySearch(index)
  for (const [because, cases] of Object.entries(CASES)) {
    for (const [typed, first] of cases) {
      test(`'${typed}' finds ${first === '' ? 'nothing' : first}: ${because}`, () => {
        assert.equal(search.search(typed, { limit: 10 })[0]?.company.name ?? '', first)
      })
    }
  }
  for (const [typed, before, name] of IN_ROOM_LEFT) {
    test(`'${typed}' finds ${before} before ${name}`, () => {
      const names = search.search(typed, { limit: 20 }).map(({ company }) => company.name)
      assert(names.includes(before), names.join(' | '))
      assert(names.indexOf(before) < names.indexOf(name), names.join(' | '))
    })
  }
  test('a full list has no reading of abbreviations', () => {
    for (const { abbreviations } of explainCompanies(search, index, { query: 'kamenec', limit: 1 }).readings)
      assert.deepEqual(abbreviations, [])
  })
  test('letters of a legal form are no abbreviation, nor is a word with other diacritics a legal form', () => {
    const readings = (query: string) =>
      explainCompanies(search, index, { query, limit: 50 }).readings.map(
        ({ words, forms, abbreviations }) =>
          `${words.join(' ')}|${forms.join()}|${abbreviations.map(({ meant }) => meant).join()}`,
      )
    assert.deepEqual(readings('z.s. meteor'), ['zs meteor||', 'meteor|z.s.|'])
    assert.deepEqual(readings('zs meteor'), [
      'zs meteor||',
      'meteor|z.s.|',
      'zakladni skola meteor||zakladni skola',
      'zakladna skola meteor||zakladna skola',
    ])
    assert.deepEqual(readings('ZŠ meteor'), [
      'zs meteor||',
      'zakladni skola meteor||zakladni skola',
      'zakladna skola meteor||zakladna skola',
    ])
  })
})

test('companies that have the words as typed come before those that have what the words stand for', () => {
  const word = fc.constantFrom('SDH', 'SK', 'Sportovní klub', 'Skála', 'Sbor dobrovolných hasičů', 'Brno', 'z.s.')
  const text = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '))
  let added = 0
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 30 }), text, (names, typed) => {
      const index = exampleCompanyIndex(names.map((name): ExampleCompany => ({ name })))
      const { hits, readings } = explainCompanies(new CompanySearch(index), index, { query: typed, limit: 10 })
      const asTyped = hits.map(({ reading }) => readings[reading]!.abbreviations.length === 0)
      assert.deepEqual(
        asTyped,
        asTyped.toSorted((a, b) => Number(b) - Number(a)),
      )
      if (asTyped.includes(true) && asTyped.includes(false)) added += 1
    }),
  )
  assert(0 < added)
})
