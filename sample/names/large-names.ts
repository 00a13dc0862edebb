import { pick } from '../pick.ts'
import { brand } from './brands.ts'
import { COMPANY_WORDS } from './firm-names.ts'
import type { Naming } from './naming.ts'
import { wordList } from './word-list.ts'

interface LargeWords {
  readonly adjectives: readonly string[]
  readonly institutions: readonly string[]
  readonly fields: readonly string[]
  readonly ofCountry: string
}

const STOCK = '121'

/** Model 2: names of large subjects. They have three words and more, so people type their first letters. */
function makeLargeNames({ adjectives, institutions, fields, ofCountry }: LargeWords): Naming['firm'] {
  return (form, { town }, random) => {
    if (form === STOCK) return `${brand(random)} ${pick(random, COMPANY_WORDS)} ${pick(random, COMPANY_WORDS)}, a.s.`
    const name = `${pick(random, adjectives)} ${pick(random, institutions)} ${pick(random, fields)}`
    const chance = random.fraction()
    return chance < 0.4 ? name : `${name} ${chance < 0.7 ? town : ofCountry}`
  }
}

export const czechLargeName = makeLargeNames({
  adjectives: wordList('Všeobecná,Krajská,Státní,Oborová,Zemská,Severní,Jižní,Podhorská,Lesní,Vyšší'),
  institutions: wordList(
    'zdravotní pojišťovna,univerzita,nemocnice,knihovna,inspekce,správa,agentura,akademie,filharmonie',
  ),
  fields: wordList(
    'vodních cest,užitých umění,přírodních věd,lesů a rybníků,obchodu a služeb,železničních staveb,památek a zahrad',
  ),
  ofCountry: 'České republiky',
})

export const slovakLargeName = makeLargeNames({
  adjectives: wordList('Všeobecná,Krajská,Štátna,Odborová,Zemská,Severná,Južná,Podhorská,Lesná,Vyššia'),
  institutions: wordList(
    'zdravotná poisťovňa,univerzita,nemocnica,knižnica,inšpekcia,správa,agentúra,akadémia,filharmónia',
  ),
  fields: wordList(
    'vodných ciest,úžitkových umení,prírodných vied,lesov a rybníkov,obchodu a služieb,železničných stavieb,pamiatok a záhrad',
  ),
  ofCountry: 'Slovenskej republiky',
})
