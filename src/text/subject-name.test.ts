import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { areEqualNames, namesSamePerson, parseSubjectName } from './subject-name.ts'

describe('two names under one company number', () => {
  for (const [one, other, outcome, because] of [
    ['Ján Vzorový', 'JÁN VZOROVÝ', 'equal', 'case'],
    ['Spolok POLOV - SME', 'Spolok Polov SME.', 'equal', 'signs'],
    ['Ing. Ján Vzorový', 'Ján Vzorový', 'equal', 'a title'],
    ['Ing. arch. Mgr. art. Ján Vzorový', 'JUDr. Ján Vzorový', 'equal', 'several titles'],
    ['Ing. PhD. Ján Vzorový', 'Ján Vzorový', 'equal', 'a title that belongs behind the name'],
    ['Ján Vzorový - STAVMONT', 'Ján Vzorový', 'person', 'a name of the business'],
    ['Ján Vzorový, autodoprava', 'Ján Vzorový – STAVMONT', 'person', 'two of them, separated by signs'],
    ['Ján Vzorový STAVMONT', 'Ján Vzorový, autodoprava', 'person', 'one of them without a sign'],
    [
      'Ján Vzorový STAVMONT',
      'Ján Vzorový autodoprava',
      'none',
      'both without a sign: nothing says where the person ends',
    ],
    ['Mgr. Ján Vzorový, PhD.', 'Ján Vzorový', 'person', 'a title behind the name'],
    ['Vzorový Ján', 'Mgr. Ján Vzorový - STAVMONT', 'person', 'the surname first'],
    ['Jana Vzorová-Malá', 'Jana Vzorová', 'person', 'a second surname follows'],
    ['Jana Vzorová-Malá - STAVMONT', 'Jana Vzorová-Veľká', 'none', 'another second surname'],
    ['Jana Vzorová', 'Jana Ukážková', 'none', 'another surname'],
    ['Ján Vzorový ml.', 'Ján Vzorový st.', 'none', 'father and son'],
    ['Vzorový', 'Vzorový - STAVMONT', 'none', 'one word names no person'],
    ['STAVMONT - Ján Vzorový', 'Ján Vzorový', 'none', 'what stands before the person counts'],
    ['Dr. Max', 'Max', 'none', 'a title of a name that has one more word is part of it'],
    ['Vzorka s.r.o.', 'Vzorka a.s.', 'none', 'another legal form'],
  ] as const) {
    test(`${one} | ${other}: ${outcome}, ${because}`, () => {
      const [a, b] = [parseSubjectName(one), parseSubjectName(other)]
      const equal = [areEqualNames(a, b), areEqualNames(b, a)]
      const person = [namesSamePerson(a, b), namesSamePerson(b, a)]
      assert.deepEqual(equal, Array(2).fill(outcome === 'equal'))
      if (outcome !== 'equal') assert.deepEqual(person, Array(2).fill(outcome === 'person'))
    })
  }
})
