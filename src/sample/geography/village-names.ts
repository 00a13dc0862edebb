import type { Random } from '../../stdx/random.ts'
import { pick } from '../pick.ts'

type Gender = 'm' | 'f' | 'n' | 'p'

export interface VillageWords {
  readonly common: readonly string[]
  readonly roots: readonly string[]
  readonly endings: readonly (readonly [text: string, gender: Gender])[]
  /** Adjectives in the four forms that names take. */
  readonly adjectives: readonly Readonly<Record<Gender, string>>[]
  /** Said after the name: `nad Váhom`. */
  readonly places: readonly string[]
}

/**
 * A name that a village could have: a common one, or one put together. The caller sees to it that no okres has it
 * twice.
 */
export function villageName(words: VillageWords, random: Random): string {
  if (random.fraction() < 0.22) return pick(random, words.common)
  const [ending, gender] = pick(random, words.endings)
  const base = pick(random, words.roots) + ending
  const chance = random.fraction()
  if (chance < 0.22) return `${pick(random, words.adjectives)[gender]} ${base}`
  if (chance < 0.32) return `${base} ${pick(random, words.places)}`
  return base
}

const forms = (m: string, f: string, n: string, p: string) => ({ m, f, n, p })

export const SLOVAK_VILLAGES: VillageWords = {
  common: (
    'Nová Ves,Lipovec,Lúčka,Lúčky,Hrabovec,Dúbrava,Kamenica,Petrovce,Podhorany,Brezovica,Jablonov,Jasenie,Kalinovo,' +
    'Lehota,Lipovany,Maškovce,Mlynčeky,Olšavka,Porúbka,Rudník,Slavkovce,Stráňany,Studenec,Trnovec,Úboč,Vlkovce,' +
    'Závadka,Zbehy,Žehňa,Bystrá,Dlhé,Hrušov,Chmeľov,Ivanovce,Jarovnice,Krivany,Ladce,Lozorno,Lukov,Malinová,Mútne,' +
    'Nemecká,Oreské,Poruba,Podhradie,Rakovec,Sedliská,Sokoľ,Terchová,Tovarné,Udavské,Valaská,Višňové,Záborie,Zámutov,' +
    'Ďurková,Ľubotín,Čierne,Šalgovce,Teplička'
  ).split(','),
  roots: (
    'Brez,Dub,Jasen,Lip,Buk,Hrab,Kamen,Vrb,Olš,Trn,Slat,Bystr,Trst,Such,Krásn,Radv,Bor,Chot,Jablon,Hruš,Sliv,Orech,' +
    'Kalin,Malin,Jahod,Pavl,Mich,Petr,Jakub,Mart,Tomáš,Ondrej,Štefan,Vavrin,Bened,Rad,Mil,Dobr,Vlad,Stan,Bran,Sed,' +
    'Košík,Rak,Sok,Vran,Holub,Jastr,Ryb,Vlk,Medved,Jelen,Zaj,Hlin,Piesk,Skal,Blat,Potoč,Vod,Stud,Tepl,Sol,Žel,Uhl,' +
    'Kov,Mlyn,Hut,Štít,Grún,Zavad,Podluž,Záluž'
  ).split(','),
  endings: [
    ['ová', 'f'],
    ['ovce', 'p'],
    ['any', 'p'],
    ['ník', 'm'],
    ['ovo', 'n'],
    ['ica', 'f'],
    ['ovec', 'm'],
    ['inka', 'f'],
    ['in', 'm'],
    ['ná', 'f'],
    ['ianky', 'p'],
    ['ice', 'p'],
    ['ov', 'm'],
    ['ov Potok', 'm'],
    ['ova Lehota', 'f'],
    ['ovská Nová Ves', 'f'],
  ],
  adjectives: [
    forms('Veľký', 'Veľká', 'Veľké', 'Veľké'),
    forms('Malý', 'Malá', 'Malé', 'Malé'),
    forms('Horný', 'Horná', 'Horné', 'Horné'),
    forms('Dolný', 'Dolná', 'Dolné', 'Dolné'),
    forms('Vyšný', 'Vyšná', 'Vyšné', 'Vyšné'),
    forms('Nižný', 'Nižná', 'Nižné', 'Nižné'),
    forms('Nový', 'Nová', 'Nové', 'Nové'),
    forms('Starý', 'Stará', 'Staré', 'Staré'),
  ],
  places: [
    'nad Váhom',
    'nad Hronom',
    'nad Nitrou',
    'nad Topľou',
    'nad Ondavou',
    'nad Žitavou',
    'pri Dunaji',
    'pri Morave',
    'pod Javorom',
    'pod Vtáčnikom',
    'na Ostrove',
    'pod Inovcom',
  ],
}

export const CZECH_VILLAGES: VillageWords = {
  common: (
    'Nová Ves,Lhota,Lhotka,Újezd,Petrovice,Bukovany,Březová,Dubany,Hradec,Chlum,Javorník,Kamenice,Kostelec,Krásná,' +
    'Libice,Lipová,Loučka,Mladějov,Mokrá,Nemojany,Olšany,Ostrov,Pavlovice,Podolí,Rudná,Sedlec,Skalice,Slavětín,' +
    'Strážov,Světlá,Těšovice,Tisová,Třebíz,Valteřice,Vápenice,Veselí,Vlčice,Vrbice,Výprachtice,Zálesí,Zahrádka,' +
    'Žabonosy,Ždírec,Želetice,Životice,Albrechtice,Borovnice,Býkov,Čermná,Dobřany,Holice,Horka,Hrabová,Chotovice,' +
    'Jeřmanice,Jestřebí,Klučov,Kobylí,Krucemburk,Lukavec,Malenice'
  ).split(','),
  roots: (
    'Bř,Dub,Jasen,Lip,Buk,Hrab,Kamen,Vrb,Olš,Trn,Slat,Bystř,Třebes,Such,Krás,Radov,Bor,Chot,Jablon,Hruš,Sliv,Ořech,' +
    'Kalin,Malin,Jahod,Pavl,Michal,Petř,Jakub,Martin,Tom,Ondřej,Vavřin,Bened,Rad,Mil,Dobř,Vlad,Stan,Bran,Sed,Koš,Rak,' +
    'Sok,Vran,Holub,Jestř,Ryb,Vlk,Medvěd,Jelen,Zaj,Hlin,Písk,Skal,Blat,Potoč,Vod,Stud,Tepl,Sol,Žel,Uhl,Kov,Mlyn,Hut,' +
    'Štít,Bohd,Čest,Drah,Hostim,Jarom,Lib,Mněch,Něm,Otr,Přib,Rost,Svat,Těch,Ubuš,Vojt,Zděch,Žer,Čern,Bíl,Kunč,Hev,' +
    'Maleč,Hněv,Domaž,Kladr'
  ).split(','),
  endings: [
    ['ice', 'p'],
    ['ovice', 'p'],
    ['ov', 'm'],
    ['ín', 'm'],
    ['ec', 'm'],
    ['ná', 'f'],
    ['any', 'p'],
    ['ovec', 'm'],
    ['ka', 'f'],
    ['ová', 'f'],
    ['ovo', 'n'],
    ['ova Lhota', 'f'],
    ['ův Mlýn', 'm'],
    ['ná Hora', 'f'],
  ],
  adjectives: [
    forms('Horní', 'Horní', 'Horní', 'Horní'),
    forms('Dolní', 'Dolní', 'Dolní', 'Dolní'),
    forms('Velký', 'Velká', 'Velké', 'Velké'),
    forms('Malý', 'Malá', 'Malé', 'Malé'),
    forms('Nový', 'Nová', 'Nové', 'Nové'),
    forms('Starý', 'Stará', 'Staré', 'Staré'),
    forms('Přední', 'Přední', 'Přední', 'Přední'),
    forms('Zadní', 'Zadní', 'Zadní', 'Zadní'),
    forms('Český', 'Česká', 'České', 'České'),
    forms('Moravský', 'Moravská', 'Moravské', 'Moravské'),
  ],
  places: [
    'nad Labem',
    'nad Sázavou',
    'nad Orlicí',
    'nad Jizerou',
    'nad Ohří',
    'nad Vltavou',
    'nad Bečvou',
    'pod Horou',
    'u Prahy',
    'u Brna',
    'u Jihlavy',
    'pod Studencem',
    'v Podkrkonoší',
    'na Hané',
  ],
}
