import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BARE_COMPANY } from '../../records/testing/bare-records.ts'
import { companyIndexOf } from '../testing/indexes.ts'
import { createKinds } from './company-kind.ts'

for (const [form, name, kind] of [
  ['121', 'Alfa', 0],
  ['301', 'Lesy', 0],
  ['801', 'Obec Lhota', 0],
  ['601', 'Vysoká škola', 0],
  ['112', 'Alfa', 1],
  ['331', 'Základní škola', 2],
  ['999', 'Alfa', 2],
  ['706', 'Klub', 3],
  ['117', 'Nadace', 3],
  [null, 'Technická univerzita v Tisovej', 0],
  [null, 'Obec Lhota', 0],
  [null, 'Klub priateľov univerzity', 3],
  [null, 'Priatelia a susedia mesta', 2],
] as const)
  test(`'${name}' of the form ${form} is of kind ${kind}, and a person of kind 4`, () => {
    const legalForm = form === null ? null : { code: form, name: form, codelist: 'x' }
    for (const naturalPerson of [false, true]) {
      const company = { ...BARE_COMPANY, name, legalForm, naturalPerson }
      const { columns } = companyIndexOf([{ key: 1, company, status: null }])
      assert.equal(createKinds(columns)(0), naturalPerson ? 4 : kind)
    }
  })
