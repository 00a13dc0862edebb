import type { Random } from '../../stdx/random.ts'
import { pick } from '../pick.ts'

const STARTS = (
  'Al,An,Ar,Bel,Ber,Bo,Bra,Ca,Cer,Da,Del,Do,Dra,E,El,Fa,Fe,Fil,Flo,Ga,Gar,Gle,Ha,Hel,Hi,Ja,Jo,Ka,Kar,Ki,Ko,Kra,La,Le,' +
  'Lu,Ma,Me,Mi,Mon,Na,Ne,No,O,Or,Pa,Per,Pi,Pra,Ra,Re,Ro,Sa,Se,Sil,So,Sta,Ta,Te,Ti,Tor,Tra,U,Va,Ver,Vi,Vol,Xa,Za,Ze,Zo'
).split(',')
const MIDDLES = (
  'ba,be,bi,bo,ca,ce,da,de,di,do,fa,fe,fi,ga,ge,go,ka,ke,ki,ko,la,le,li,lo,ma,me,mi,mo,na,ne,ni,no,pa,pe,ra,re,ri,ro,' +
  'sa,se,si,ta,te,ti,to,va,ve,vi,vo,xa,za,ze,zi'
).split(',')
const ENDS = (
  'x,n,s,r,l,tex,mont,stav,plast,kov,trans,tech,print,food,agro,form,line,gas,ron,tis,dom,ka,na,nex,rex,bau,tron,san,' +
  'vit,lux,mix,pol,rol,tor,via,zen,mar,met,ston,drev,glas,chem,pharm,soft,data,net,med,dent,vet,fit'
).split(',')

/**
 * A meaningless word, made of syllables: three million of them. A real firm of such a name is not meant.
 */
export function brand(random: Random): string {
  const chance = random.fraction()
  if (chance < 0.25) return pick(random, STARTS) + pick(random, MIDDLES) + pick(random, MIDDLES)
  if (chance < 0.7) return pick(random, STARTS) + pick(random, MIDDLES) + pick(random, ENDS)
  if (chance < 0.8) return `${initials(random)} ${pick(random, STARTS)}${pick(random, MIDDLES)}${pick(random, ENDS)}`
  return pick(random, STARTS) + pick(random, MIDDLES) + pick(random, MIDDLES) + pick(random, ENDS)
}

const CONSONANTS = 'BCDFGHJKLMNPRSTVZ'

/** "K.M.", "ABT", "J & R": how many a firm is called. */
export function initials(random: Random): string {
  const letter = () => CONSONANTS[random.below(CONSONANTS.length)]!
  const chance = random.below(4)
  if (chance === 0) return `${letter()}.${letter()}.`
  if (chance === 1) return `${letter()} & ${letter()}`
  return letter() + letter() + letter()
}
