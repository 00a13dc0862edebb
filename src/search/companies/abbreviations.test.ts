import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ExampleCompany } from '../../engine/testing/companies.ts'
import { fc } from '../../stdx/testing/properties.ts'
import { exampleCompanyIndex } from '../testing/indexes.ts'
import { explainCompanies } from './company-explanation.ts'
import { CompanySearch } from './company-search.ts'

/** Invented names as the registers write them, each with what is typed so that it comes first. */
const CASES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'an association of owners is "Společenství …" in several ways': {
    'Společenství vlastníků jednotek Krátká 5, Tisová': 'SVJ Krátká 5; svj kratka 5',
    'SVJ Úzká 7, Tisová':
      'S V J; společenství vlastníků jednotek úzká 7; spolecenstvi vlastniku uzka; společenství pro dům úzká 7',
    'Společenství vlastníků Dlouhá 12': 'svj dlouhá 12; společenství vlastníků jednotek dlouhá 12',
    'Společenství pro dům Lomená 3, Tisová':
      'svj lomená 3; svj pro dům lomená 3; společenství vlastníků jednotek lomená 3',
    'Společenství domu Polní 8': 'SVJ Polní 8; společenství vlastníků jednotek polní 8',
    'Společenství č.p. 411 Tisová': 'svj čp. 411',
    'Společenství vlastníků jednotek domu Zahradní 1': 'svj domu zahradní 1; svj zahradní 1',
  },
  'each keystroke behind the abbreviation': {
    'Společenství vlastníků jednotek Krátká 5, Tisová': 'svj kr; svj krát; svj krátká',
    'Společenství vlastníků Dlouhá 12': 'svj dl',
    'Sbor dobrovolných hasičů Kamenec, z.s.': 'sdh ka',
    'Mestský futbalový klub Zálužie': 'mfk zá',
    'Vodovody a kanalizace Bystrá, a.s.': 'vak b',
  },
  'owners of Slovak houses': {
    'Spoločenstvo vlastníkov bytov Jarná 4': 'SVB Jarná 4',
    'Spoločenstvo vlastníkov bytov a nebytových priestorov Kvetná 9':
      'svb a np kvetná 9; svbanp kvetna 9; svb kvetná 9',
    'Spoločenstvo vlastníkov Orgován': 'svb orgován',
    'SVB Strmá 2': 'spoločenstvo vlastníkov bytov strmá 2',
    'SVB a NP Tichá 6': 'spoločenstvo vlastníkov bytov a nebytových priestorov tichá 6',
  },
  cooperatives: {
    'Stavební bytové družstvo Pokrok': 'SBD Pokrok',
    'Stavebné bytové družstvo Domovina': 'sbd domovina',
    'Bytové družstvo Zora': 'bd zora',
    'Okresné stavebné bytové družstvo Zálužie': 'osbd zálužie',
    'SBD Svornost': 'stavební bytové družstvo svornost',
    'BD Hvězda': 'bytové družstvo hvězda',
    'Zemědělské družstvo Kamenec': 'ZD Kamenec',
    'Zemědělské obchodní družstvo Bystrá': 'zod bystrá',
    'Poľnohospodárske družstvo Brestovec': 'pd brestovec',
    'Roľnícke družstvo Hrabov': 'rd hrabov',
    'ZD Lhotka': 'zemědělské družstvo lhotka',
    'Honební společenstvo Bukovina': 'hs bukovina',
    'Poľovnícke združenie Srnec Brestovec': 'pz srnec',
    'Poľovnícka spoločnosť Diana': 'ps diana',
  },
  firefighters: {
    'Sbor dobrovolných hasičů Kamenec, z.s.': 'SDH Kamenec',
    'SH ČMS - Sbor dobrovolných hasičů Bystrá':
      'sdh bystrá z.s.; sdh bystra; SH ČMS SDH Bystrá; sdružení hasičů čech moravy a slezska sdh bystrá',
    'SDH Lhotka': 'sbor dobrovolných hasičů lhotka',
    'Dobrovoľný hasičský zbor obce Brestovec': 'DHZ Brestovec',
    'DHZ Hrabov': 'dobrovoľný hasičský zbor hrabov',
    'Hasičský záchranný sbor Moravskoslezského kraje': 'hzs moravskoslezského kraje',
    'Hasičský a záchranný zbor Zálužie': 'hazz zálužie',
  },
  schools: {
    'Základná škola, Brestovec 11': 'zš brestovec',
    'ZŠ Lhotka': 'základní škola lhotka',
    'Základní škola a mateřská škola Bystrá, příspěvková organizace': 'ZŠ a MŠ Bystrá; zs ms bystra',
    'ZŠ a MŠ Tisová': 'základní škola a mateřská škola tisová',
    'Základná škola s materskou školou Hrabov': 'ZŠ s MŠ Hrabov; zs s ms hrabov',
    'ZŠ s MŠ Zálužie': 'základná škola s materskou školou zálužie',
    'Mateřská škola Kamenec': 'MŠ Kamenec',
    'Materská škola, Brestovec 12': 'ms brestovec',
    'MŠ Jablíčko': 'mateřská škola jablíčko',
    'Základní umělecká škola Bystrá': 'ZUŠ Bystrá',
    'Základná umelecká škola Zálužie': 'zus zaluzie',
    'Střední škola Kamenec': 'SŠ Kamenec',
    'Spojená škola Zálužie': 'sš zálužie',
    'Střední odborná škola Bystrá': 'SOŠ Bystrá',
    'Střední odborné učiliště Kamenec': 'sou kamenec',
    'SOŠ Hrabov': 'stredná odborná škola hrabov',
    'Obchodní akademie Bystrá': 'oa bystrá',
    'Stredná priemyselná škola Zálužie': 'sps zaluzie',
    'Střední zdravotnická škola Bystrá': 'szš bystrá',
    'Školní jídelna Kamenec': 'šj kamenec',
    'Centrum voľného času Zálužie': 'CVČ Zálužie',
    'Dům dětí a mládeže Bystrá': 'ddm bystrá',
    'Pedagogicko-psychologická poradna Bystrá': 'ppp bystrá',
    'Centrum poradenstva a prevencie Zálužie': 'cpp zálužie',
    'Spolek rodičů a přátel školy Kamenec': 'SRPŠ Kamenec',
    'Rodičovské združenie Hrabov': 'rz hrabov',
  },
  sport: {
    'Tělovýchovná jednota Kamenec, z.s.': 'TJ Kamenec',
    'Tělocvičná jednota Sokol Bystrá': 'TJ Sokol Bystrá',
    'Telovýchovná jednota Brestovec': 'tj brestovec',
    'TJ Lhotka': 'tělovýchovná jednota lhotka',
    'Sportovní klub Meteor': 'SK Meteor',
    'Športový klub Kriváň': 'ŠK Kriváň; sk krivan',
    'SK Lhotka z.s.': 'sportovní klub lhotka',
    'Fotbalový klub Kamenec': 'FK Kamenec',
    'Futbalový klub Hrabov': 'fk hrabov',
    'Football club Tisová': 'fc tisová',
    'Obecný futbalový klub Brestovec': 'ofk brestovec',
    'Mestský futbalový klub Zálužie': 'mfk zaluzie',
    'Mestský športový klub Zálužie': 'mšk zálužie',
    'Hokejový klub Bystrá': 'HC Bystrá',
    'Hokejový club Kamenec': 'hc kamenec',
    'FK Tatran': 'futbalový klub tatran',
    'Tenisový klub Bystrá': 'tk bystrá',
    'Klub českých turistů, odbor Bystrá': 'kčt bystrá',
    'Klub slovenských turistov Zálužie': 'kst zálužie',
  },
  'federations and their branches, one abbreviation after the other': {
    'Český svaz včelařů, z.s., základní organizace Kamenec': 'ZO ČSV Kamenec; čsv kamenec',
    'Český rybářský svaz, z. s., místní organizace Bystrá': 'MO ČRS Bystrá',
    'Český zahrádkářský svaz, základní organizace Kamenec': 'zo čzs kamenec',
    'Základní organizace odborového svazu KOVO Bystrá': 'zo kovo bystrá',
    'ZO ČSOP Tisová': 'základní organizace čsop tisová',
    'Slovenský rybársky zväz, mestská organizácia Zálužie': 'srz zálužie; mso srz zálužie',
    'Myslivecký spolek Bukovina': 'MS Bukovina',
  },
  'a register has the municipality and not its office': {
    'Obec Kamenec': 'OÚ Kamenec',
    'Obec Brestovec': 'ou brestovec',
    'Město Bystrá': 'MÚ Bystrá',
    'Mesto Zálužie': 'mu zaluzie',
    'OÚ Zálužie': 'okresný úrad zálužie',
    'Městská část Bystrá-sever': 'mč bystrá',
    'Finanční úřad Bystrá': 'fú bystrá',
    'Národní podnik Jasenina': 'np jasenina',
    'Národný park Poloniny': 'np poloniny',
  },
  'services, health, churches': {
    'Technické služby Bystrá s.r.o.': 'TS Bystrá',
    'Dopravní podnik Bystrá, a.s.': 'dp bystrá',
    'Vodovody a kanalizace Bystrá, a.s.': 'VaK Bystrá',
    'Kulturní dům Kamenec': 'kd kamenec',
    'Fakultní nemocnice Bystrá': 'fn bystrá',
    'Nemocnica s poliklinikou Zálužie': 'nsp zálužie',
    'Dětský domov Tisová': 'DD Tisová',
    'Domov dôchodcov Zálužie': 'dd zálužie',
    'Domov sociálnych služieb Brestovec': 'dss brestovec',
    'Zariadenie pre seniorov Hrabov': 'zps hrabov',
    'Římskokatolická farnost Kamenec': 'řk farnost kamenec; rkf kamenec',
    'Rímskokatolícka cirkev, farnosť Brestovec': 'rkc farnosť brestovec',
    'Nadační fond Slunce': 'nf slunce',
  },
  'one typo in the other words': {
    'Sbor dobrovolných hasičů Kamenec, z.s.': 'sdh kamnec',
    'Společenství pro dům Lomená 3, Tisová': 'svj lomneá',
    'Dobrovoľný hasičský zbor obce Brestovec': 'dhz bretsovec',
  },
  'a legal form is what it was': {
    'Občianske združenie Pomoc': 'oz pomoc; o.z. pomoc',
    'OZ Nádej': 'občianske združenie nádej',
    'Lípa, z.s.': 'lípa zs; zs lípa',
    'Slnko, n.o.': 'n.o. slnko',
  },
  'an abbreviation behind another word': {
    'Sbor dobrovolných hasičů Kamenec, z.s.': 'kamenec sdh',
    'SBD Svornost': 'nový sbd svornost',
  },
}

/** A name that is what the words stand for comes before one that only has them, and after one that begins so. */
const ORDER: readonly (readonly [typed: string, before: string, name: string])[] = [
  [
    'ZŠ Kamenec',
    'Základní škola Kamenec, příspěvková organizace',
    'Český svaz včelařů, z.s., základní organizace Kamenec',
  ],
  // Typed without diacritics it is the legal form too, and a name that begins so comes first.
  ['zs poruba', 'Poruba plus s.r.o.', 'Základní škola Poruba, příspěvková organizace'],
  ['ps hrabov', 'Pozemkové spoločenstvo Hrabov', 'DHZ Hrabov'],
  ['vos bystrá', 'Vyšší odborná škola Bystrá', 'Město Bystrá'],
  ['svj tisová', 'Společenství pro dům Lomená 3, Tisová', 'Tisová SVJ servis'],
  ['futbalový klub zálužie', 'FK Zálužie', 'Mestský futbalový klub Zálužie'],
]

const MORE = ['Tisová SVJ servis', 'Lípa, z.s.', 'Slnko, n.o.', 'Poruba plus s.r.o.']

const IN_CASES = Object.values(CASES).flatMap((cases) => Object.keys(cases))
const NAMES = [...new Set([...IN_CASES, ...ORDER.flatMap(([, ...names]) => names), ...MORE])]

describe('abbreviations of first words', () => {
  const index = exampleCompanyIndex(NAMES.filter((name) => name !== '').map((name): ExampleCompany => ({ name })))
  const search = new CompanySearch(index)
  for (const [because, cases] of Object.entries(CASES)) {
    for (const [first, typed] of Object.entries(cases))
      for (const text of typed.split('; '))
        test(`'${text}' finds ${first === '' ? 'nothing' : first}: ${because}`, () => {
          assert.equal(search.search(text, { limit: 10 })[0]?.company.name ?? '', first)
        })
  }
  for (const [typed, before, name] of ORDER) {
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
    const readings = (query: string) => {
      const { readings } = explainCompanies(search, index, { query, limit: 50 })
      return readings.map(({ words, forms, abbreviations }) => {
        return `${words.join(' ')}|${forms.join()}|${abbreviations.map(({ meant }) => meant).join()}`
      })
    }
    const schools = ['zakladni skola meteor||zakladni skola', 'zakladna skola meteor||zakladna skola']
    assert.deepEqual(readings('z.s. meteor'), ['zs meteor||', 'meteor|z.s.|'])
    assert.deepEqual(readings('zs meteor'), ['zs meteor||', 'meteor|z.s.|', ...schools])
    assert.deepEqual(readings('ZŠ meteor'), ['zs meteor||', ...schools])
  })
})

test('companies that are called as typed come before those that are called what the words stand for', () => {
  const word = fc.constantFrom('SDH', 'SK', 'Sportovní klub', 'Skála', 'Sbor dobrovolných hasičů', 'Brno', 'z.s.')
  const text = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '))
  let added = 0
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 30 }), text, (names, typed) => {
      const index = exampleCompanyIndex(names.map((name): ExampleCompany => ({ name })))
      const { hits, readings } = explainCompanies(new CompanySearch(index), index, { query: typed, limit: 10 })
      const called = hits.filter(({ rule }) => rule.startsWith('exact') || rule.endsWith('beginning'))
      const asTyped = called.map(({ reading }) => readings[reading]!.abbreviations.length === 0)
      const sorted = asTyped.toSorted((a, b) => Number(b) - Number(a))
      assert.deepEqual(asTyped, sorted)
      if (asTyped.includes(true) && asTyped.includes(false)) added += 1
    }),
  )
  assert(0 < added)
})
