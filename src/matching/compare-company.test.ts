import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CompanyRecord, compareCompany, type GivenCompany } from './compare-company.ts'

const FIRM: CompanyRecord = {
  ico: '00000604',
  name: 'Mlyn pri potoku, s.r.o.',
  otherNames: ['Starý mlyn, s.r.o.'],
  municipality: 'Prešov',
  address: 'Hlavná 1, Solivar, 08001 Prešov',
}
const PERSON = { ...FIRM, name: 'Ing. Ján Vzorový', otherNames: [] }

const LIQUIDATED = { ...FIRM, name: 'Alfa s.r.o. v likvidácii' }
const BRANCH = { ...FIRM, name: 'Beta GmbH, organizačná zložka', otherNames: [] }
const SCHOOL = { ...FIRM, name: 'Základná škola, Dlhá 277/78, Prešov', otherNames: [], address: 'Prešov' }
const VILLAGE_SCHOOL = { ...SCHOOL, name: 'Základná škola, Prešov 330' }
const COMMON_SCHOOL = { ...SCHOOL, name: 'Základná škola' }

const CASES: readonly (readonly [given: GivenCompany, record: CompanyRecord, expected: string])[] = [
  [{ ico: '00000604', name: 'Mlyn pri potoku, s.r.o.', town: 'Prešov' }, FIRM, 'exact'],
  [{ ico: '604', name: 'Mlyn pri potoku, s.r.o.', town: 'Prešov' }, FIRM, 'corrected, ico written otherwise'],
  [{ ico: '00000604', name: 'MLYN PRI POTOKU sro' }, FIRM, 'corrected, name written otherwise, town missing'],
  [
    { ico: '00000604', name: 'Mlyn pri potkou, s.r.o.', town: 'Solivar' },
    FIRM,
    'corrected, name typing error, town written otherwise',
  ],
  [{ ico: '00000604', name: 'Starý mlyn, s.r.o.', town: 'Prešov' }, FIRM, 'corrected, name former'],
  [
    { ico: '00000604', name: 'Mlyn pri potoku a.s.', town: 'Prešov' },
    FIRM,
    'corrected, form conflict, name written otherwise',
  ],
  [{ ico: '00000604', name: 'Mlyn pri potoku, s.r.o.', town: 'Nitra' }, FIRM, 'corrected, town conflict'],
  [{ ico: '00000604' }, FIRM, 'completed, name missing, town missing'],
  [{ ico: '00000604', name: 'Mlyn', town: 'Prešov' }, FIRM, 'completed, form missing, name missing'],
  [{ ico: '00000604', name: 'Píla s.r.o.', town: 'Prešov' }, FIRM, 'conflict, name conflict'],
  [{ ico: '00000605', name: 'Mlyn pri potoku, s.r.o.', town: 'Prešov' }, FIRM, 'corrected, ico typing error'],
  [{ ico: '31322832', name: 'Mlyn pri potoku, s.r.o.', town: 'Prešov' }, FIRM, 'conflict, ico conflict'],
  [{ name: 'Mlyn pri potoku', town: 'Prešov' }, FIRM, 'completed, form missing, ico missing, name written otherwise'],
  [
    { name: 'Mlyn pri potoku a.s.', town: 'Prešov' },
    FIRM,
    'conflict, form conflict, ico missing, name written otherwise',
  ],
  [{ name: 'Mlyn', town: 'Prešov' }, FIRM, 'none, form missing, ico missing, name missing'],
  [{ ico: '00000604', name: 'Alfa s.r.o.' }, LIQUIDATED, 'corrected, town missing'],
  [{ ico: '00000604', name: 'Beta GmbH', town: 'Prešov' }, BRANCH, 'exact'],
  // The tail of a name is a seat.
  [{ name: 'Základná škola', town: 'Dlhá 78, Prešov' }, SCHOOL, 'completed, ico missing, name written otherwise'],
  [{ name: 'Základná škola', town: 'Dlhá, Prešov' }, SCHOOL, 'completed, ico missing, name written otherwise'],
  [{ name: 'Základná škola, Dlhá 277/78, Prešov', town: 'Dlhá 78, Prešov' }, SCHOOL, 'completed, ico missing'],
  [
    { name: 'Základná škola', town: 'Krátka 2, Prešov' },
    SCHOOL,
    'conflict, ico missing, name written otherwise, seat conflict',
  ],
  [{ name: 'Základná škola', town: 'Prešov' }, SCHOOL, 'ambiguous, ico missing, name written otherwise, seat missing'],
  [
    { name: 'Základná škola', town: 'Prešov' },
    VILLAGE_SCHOOL,
    'completed, ico missing, name written otherwise, seat written otherwise',
  ],
  [
    { name: 'Základná škola', town: 'Hrabovec' },
    {
      ...VILLAGE_SCHOOL,
      name: 'Základná škola, Nižný Hrabovec 5',
      municipality: 'Nižný Hrabovec',
      address: 'Nižný Hrabovec 5',
    },
    'ambiguous, ico missing, name written otherwise, seat missing, town written otherwise',
  ],
  [{ name: 'Základná škola', town: 'Prešov' }, COMMON_SCHOOL, 'ambiguous, ico missing, seat missing'],
  [{ ico: '00000604', name: 'Základná škola', town: 'Prešov' }, COMMON_SCHOOL, 'exact'],
  [{ name: 'Vzorový Ján', town: 'Prešov' }, PERSON, 'completed, ico missing, name written otherwise'],
]

for (const [given, record, expected] of CASES) {
  test(`${JSON.stringify(given)} beside ${record.name}: ${expected}`, () => {
    const { status, parts } = compareCompany(given, record)
    const differences = Object.entries(parts).filter(([, result]) => result !== 'equal')
    assert.equal([status, ...differences.map(([part, result]) => `${part} ${result}`).sort()].join(', '), expected)
  })
}
