import { join } from 'node:path'
import { exampleAddress, exampleCompany, importExample } from '../../catalog/testing/sets.ts'
import type { Company } from '../../records/company.ts'
import { Release, ReleaseFolder, WithdrawnRecords } from '../../release/release.ts'
import { CZ_RES, CZ_VR, czech, House, SK_CSV, set } from '../../release/testing/house.ts'
import { keepFolder } from '../../release/testing/keep-folder.ts'

/*
 * A release with one company for each way a company can be. Czech addresses were never imported. The clock of the house
 * stands in June 2026.
 */

export const ICOS = {
  living: '00000001',
  dissolved: '00000002',
  withdrawn: '00000003',
  severalCurrent: '00000004',
  severalHistorical: '00000005',
  currentAndHistorical: '00000006',
  gone: '00000007',
  withoutAddress: '00000008',
  inBothCountries: '00000009',
  onlyInVr: '00000010',
  severalRegistrations: '00000011',
  unknown: '99999999',
} as const

export async function exampleRelease(withdrawn = new WithdrawnRecords()): Promise<Release> {
  return Release.open(await exampleReleaseDir(), withdrawn)
}

export async function exampleReleaseDir(): Promise<string> {
  const folder = new ReleaseFolder(join(await keepFolder('example-release', publishExample), 'releases'))
  return folder.path(folder.currentId()!)
}

async function publishExample(dir: string): Promise<void> {
  const house = new House(dir)
  const ended = { dissolvedOn: '2020-02-02' }
  const rows = new Map([
    [101, exampleCompany({ ico: ICOS.living, name: 'Mlyn pri moste, s.r.o.' })],
    [102, exampleCompany({ ico: ICOS.dissolved, name: 'Mlyn zaniknutý, s.r.o.', ...ended })],
    [103, exampleCompany({ ico: ICOS.withdrawn, name: 'Mlyn stiahnutý, s.r.o.' })],
    [104, exampleCompany({ ico: ICOS.severalCurrent, name: 'Mlyn dvojitý prvý' })],
    [105, exampleCompany({ ico: ICOS.severalCurrent, name: 'Mlyn dvojitý druhý' })],
    [106, exampleCompany({ ico: ICOS.severalHistorical, name: 'Mlyn dávny prvý', ...ended })],
    [107, exampleCompany({ ico: ICOS.severalHistorical, name: 'Mlyn dávny druhý', ...ended })],
    [108, exampleCompany({ ico: ICOS.currentAndHistorical, name: 'Mlyn dnešný' })],
    [109, exampleCompany({ ico: ICOS.currentAndHistorical, name: 'Mlyn niekdajší', ...ended })],
    [110, exampleCompany({ ico: ICOS.gone, name: 'Mlyn stratený' })],
    [111, exampleCompany({ ico: ICOS.withoutAddress, name: 'Mlyn „bez" \\ adresy', seat: WITHOUT_SEAT })],
    [112, exampleCompany({ ico: ICOS.inBothCountries, name: 'Mlyn slovenský' })],
    [113, trader({ name: 'Ján Mlynár', register: register('Register taxislužby') })],
    [114, trader({ name: 'Ing. Ján Mlynár - ZRNO', register: register('Živnostenský register') })],
    ...Array.from(
      { length: 15 },
      (_, i) => [200 + i, exampleCompany({ ico: `000001${10 + i}`, name: `Píla ${i}` })] as const,
    ),
  ])
  importExample(house.catalog, { rows })
  rows.delete(110)
  importExample(house.catalog, { rows, observedOn: '2026-06-08', finish: { allowShrink: true } })
  importExample(
    house.catalog,
    set(CZ_RES, [[9, czech({ ico: ICOS.inBothCountries, name: 'Mlýn český', updatedOn: null })]]),
  )
  importExample(house.catalog, set(CZ_VR, [[10, czech({ ico: ICOS.onlyInVr, name: 'Mlýn jen ve VR' })]]))
  importExample(
    house.catalog,
    set(SK_CSV, [
      // Published as 10A.
      [10, exampleAddress()],
      [2, exampleAddress({ registrationNumber: '14', orientationNumber: '5' })],
      [3, exampleAddress({ street: 'Mlynská', registrationNumber: '7', latitude: null, longitude: null })],
      [4, exampleAddress({ street: 'Mlynská', municipality: 'Dolné Vzorky', latitude: 48.1, longitude: 17.1 })],
    ]),
  )
  house.catalog.withdraw(house.catalog.find({ country: 'sk', ico: ICOS.withdrawn })[0]!, 'asked for')
  await house.publish({ allowShrink: true })
  house.catalog.close()
}

const register = (name: string) => ({ code: null, name, codelist: null })
const trader = (changes: Partial<Company>) =>
  exampleCompany({ ico: ICOS.severalRegistrations, naturalPerson: true, ...changes })

const WITHOUT_SEAT = { ...exampleCompany().seat, municipality: null, postalCode: null }
