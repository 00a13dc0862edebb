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

const CASES: readonly (readonly [given: GivenCompany, record: CompanyRecord, expected: string])[] = [
  [{ ico: '00000604', name: 'Mlyn pri potoku, s.r.o.', town: 'Prešov' }, FIRM, 'exact'],
  [{ ico: '604', name: 'Mlyn pri potoku, s.r.o.', town: 'Prešov' }, FIRM, 'corrected, ico written otherwise'],
  [{ ico: '00000604', name: 'MLYN PRI POTOKU sro' }, FIRM, 'corrected, name written otherwise, town missing'],
  [
    { ico: '00000604', name: 'Mlyn pri potkou, s.r.o.', town: 'Solivar' },
    FIRM,
    'corrected, name typing error, town written otherwise',
  ],
  [{ ico: '00000604', name: 'Starý mlyn, s.r.o.', town: 'Prešov' }, FIRM, 'corrected, name written otherwise'],
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
  [{ name: 'Vzorový Ján', town: 'Prešov' }, PERSON, 'completed, ico missing, name written otherwise'],
]

for (const [given, record, expected] of CASES) {
  test(`${JSON.stringify(given)} beside ${record.name}: ${expected}`, () => {
    const { status, parts } = compareCompany(given, record)
    const differences = Object.entries(parts).filter(([, result]) => result !== 'equal')
    assert.equal([status, ...differences.map(([part, result]) => `${part} ${result}`).sort()].join(', '), expected)
  })
}
