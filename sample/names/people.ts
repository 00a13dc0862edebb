import type { Random } from '../../src/stdx/random.ts'
import { pick, pickEarly } from '../pick.ts'
import { readWords } from '../read-table.ts'

/** Common names of one country. A person is a random combination of them. */
export interface PeopleWords {
  readonly men: readonly string[]
  readonly women: readonly string[]
  /** In the form of men; that of women is derived. */
  readonly surnames: readonly string[]
  readonly titles: readonly string[]
}

export interface Person {
  readonly given: string
  readonly family: string
  /** Mostly none. */
  readonly title: string | null
}

export function person(words: PeopleWords, random: Random): Person {
  const woman = random.fraction() < 0.42
  const surname = pickEarly(random, words.surnames)
  return {
    given: pickEarly(random, woman ? words.women : words.men),
    family: woman ? ofWoman(surname) : surname,
    title: random.fraction() < 0.12 ? pick(random, words.titles) : null,
  }
}

/** "Ing. Jana Nováková" */
export function personText({ given, family, title }: Person): string {
  return title === null ? `${given} ${family}` : `${title} ${given} ${family}`
}

/** Novák → Nováková, Veselý → Veselá, Hrdlička → Hrdličková, Havránek → Havránková. */
export function ofWoman(surname: string): string {
  if (surname.endsWith('ý')) return `${surname.slice(0, -1)}á`
  if (surname.endsWith('í') || surname.endsWith('ů')) return surname
  if (surname.endsWith('ek')) return `${surname.slice(0, -2)}ková`
  if (surname.endsWith('ec')) return `${surname.slice(0, -2)}cová`
  if (/[aoe]$/.test(surname)) return `${surname.slice(0, -1)}ová`
  return `${surname}ová`
}

export const CZECH_PEOPLE: PeopleWords = {
  men: readWords('czech/first-names-of-men.txt'),
  women: readWords('czech/first-names-of-women.txt'),
  surnames: readWords('czech/surnames.txt'),
  titles: ['Ing.', 'Mgr.', 'Bc.', 'MUDr.', 'JUDr.', 'MVDr.', 'PhDr.', 'RNDr.', 'Ing. arch.', 'DiS.'],
}

export const SLOVAK_PEOPLE: PeopleWords = {
  men: readWords('slovak/first-names-of-men.txt'),
  women: readWords('slovak/first-names-of-women.txt'),
  surnames: readWords('slovak/surnames.txt'),
  titles: ['Ing.', 'Mgr.', 'MUDr.', 'Bc.', 'JUDr.', 'PhDr.', 'RNDr.', 'Ing. arch.', 'MVDr.', 'PaedDr.'],
}
