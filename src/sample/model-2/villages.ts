import { CZECH_VILLAGES, SLOVAK_VILLAGES, type VillageWords } from '../geography/village-names.ts'
import { makeVillageNames } from './village-names.ts'
import { wordList } from './word-list.ts'

const genders = (text: string) =>
  wordList(text).map((entry) => {
    const [name, gender] = entry.split('/') as [string, 'm' | 'f' | 'n' | 'p']
    return [name, gender] as const
  })

/** Those of model 1 without the endings that are names of their own: Petrova Lhota would be met too often. */
const oneWord = (words: VillageWords): VillageWords => ({
  ...words,
  endings: words.endings.filter(([text]) => !text.includes(' ')),
})

/**
 * Known: Ves stands in the names of 71 Czech municipalities, Lhota in 65, Újezd in 44; of those without an attribute 14
 * are called Nová Ves, 9 Petrovice and Němčice, 8 Březina and Slatina.
 */
export const CZECH_VILLAGE_NAMES = makeVillageNames({
  common: genders(
    'Nová Ves/f,Lhota/f,Újezd/m,Petrovice/p,Ves/f,Němčice/p,Lhotka/f,Březina/f,Slatina/f,Bukovany/p,Březová/f,' +
      'Kostelec/m,Hradec/m,Chlum/m,Kamenice/f,Loučka/f,Olešnice/f,Ostrov/m,Pavlovice/p,Podolí/n,Sedlec/m,Skalice/f,Lipová/f,' +
      'Vrbice/f,Albrechtice/p,Borovnice/f,Holice/p,Horka/f,Hrabová/f,Chotovice/p,Jestřebí/n,Krásná/f,Lukavec/m,Mladějov/m,' +
      'Mokrá/f,Olšany/p,Rudná/f,Slavětín/m,Střelice/p,Světlá/f,Těšovice/p,Tisová/f,Třebíz/f,Valteřice/p,Veselí/n,Vlčice/p,' +
      'Zahrádka/f,Ždírec/m,Životice/p,Bělá/f,Blatnice/f,Bohuslavice/p,Bohdalov/m,Bojanovice/p,Boršov/m,Bořitov/m,Branice/p,' +
      'Brod/m,Březí/n,Březnice/f,Březovice/p,Budišov/m,Bystřice/f,Čermná/f,Černovice/p,Dobrá/f,Dobřany/p,Dolany/p,Dubá/f,' +
      'Dubenec/m,Dubany/p,Habrovany/p,Hájek/m,Heřmanice/p,Hlinsko/n,Hostín/m,Hradiště/n,Hrádek/m,Hrušovany/p,Hvozd/m,' +
      'Chvalovice/p,Chyše/f,Jablonec/m,Jamné/n,Jankov/m,Janovice/p,Javorník/m,Jedlová/f,Jeníkov/m,Jiřice/p,Kamenná/f,' +
      'Karlovice/p,Klučov/m,Kobylí/n,Kojetice/p,Konice/f,Koryta/p,Kotovice/p,Kozlov/m,Krakov/m,Králíky/p,Křenovice/p,' +
      'Křižanov/m,Kunčice/p,Kunice/p,Kytín/m,Lesná/f,Lešany/p,Libice/f,Lom/m,Louka/f,Lovčice/p,Luková/f,Lužice/f,Malenice/p,' +
      'Milotice/p,Mirotice/p,Mlékojedy/p,Mnichov/m,Moravany/p,Mostek/m,Myslejovice/p,Nemojany/p,Nebovidy/p,Nedvědice/f,' +
      'Okrouhlá/f,Oldřichov/m,Opatov/m,Opatovice/p,Ořechov/m,Osek/m,Otice/f,Pasohlávky/p,Pavlov/m,Písek/m,Písečná/f,Planá/f,' +
      'Police/f,Polom/m,Poříčí/n,Prosenice/p,Provodov/m,Přibyslavice/p,Radějov/m,Radkov/m,Rakovice/p,Ratiboř/f,Rohozná/f,' +
      'Roztoky/p,Rybná/f,Sázava/f,Senice/f,Skály/p,Slavkov/m,Smolnice/f,Soběšice/p,Stará/f,Strážov/m,Stříbrnice/p,' +
      'Studénka/f,Suchdol/m,Svinná/f,Šumice/f,Štěpánov/m,Těchonice/p,Trnava/f,Tuchoměřice/p,Týnec/m,Údolí/n,Úhřetice/p,' +
      'Vápenice/f,Vápno/n,Velichov/m,Věžnice/f,Vidim/m,Vinařice/p,Višňová/f,Vlkov/m,Voděrady/p,Vojtěchov/m,Volenice/p,' +
      'Vrbová/f,Vysoká/f,Výšovice/p,Zábřeh/m,Záhoří/n,Zálesí/n,Zbraslavice/p,Zdice/p,Želetice/p,Žabonosy/p,Žďár/m,Žerotín/m',
  ),
  curve: { exponent: 0.8, shift: 3 },
  share: 0.5,
  attributeShare: 0.55,
  townParts: wordList(
    'Předměstí,Nové Město,Staré Město,Horní Předměstí,Dolní Předměstí,Město,Podměstí,Zámostí,Podhradí,Vnitřní Město,' +
      'Kolonie,Předměstí I,Předměstí II,Pod Zámkem,Horní Město,Dolní Město,Pražské Předměstí,Brněnské Předměstí,Kopaniny,' +
      'Samota,Nádraží,Zadní Město,Rybáře,Lázně,Hradiště,Zátiší,Na Vrchách,Hamry,Sídliště',
  ),
  places: wordList(
    'u Chotěboře,u Tábora,u Humpolce,u Kutné Hory,u Mladé Boleslavi,u Nového Města,u Dačic,u Litomyšle,u Vysokého Mýta,' +
      'u Rakovníka,u Příbrami,u Protivína,u Sedlčan,u Světlé,u Velkého Meziříčí,u Bystřice,u Kdyně,u Nepomuku,u Horažďovic,' +
      'pod Horami,pod Kosířem,pod Hostýnem,pod Libínem,pod Strážištěm,na Moravě,ve Slezsku,na Šumavě,v Čechách,nad Úpou,' +
      'nad Lužnicí,nad Svratkou,nad Moravou,v Orlických horách,v Jizerských horách,nad Metují,nad Doubravou,pod Ralskem',
  ),
  words: oneWord(CZECH_VILLAGES),
})

/** Known: 205 municipalities share their name with another; four are called Lúčka and four Porúbka. */
export const SLOVAK_VILLAGE_NAMES = makeVillageNames({
  common: genders(
    'Lehota/f,Lúčka/f,Porúbka/f,Nová Ves/f,Ves/f,Lúčky/p,Dúbrava/f,Petrovce/p,Podhorany/p,Podhradie/n,Závada/f,Závadka/f,' +
      'Višňové/n,Selce/p,Rovné/n,Píla/f,Poruba/f,Kamenica/f,Hrabovec/m,Hradište/n,Hôrka/f,Bystrá/f,Brezovica/f,Breznica/f,' +
      'Bukovec/m,Bukovina/f,Čierne/n,Dlhé/n,Dolany/p,Drienov/m,Driečna/f,Dubovica/f,Dubové/n,Hrušov/m,Hrabové/n,Chmeľov/m,' +
      'Chmeľovec/m,Ivanovce/p,Jablonov/m,Jablonica/f,Jakubany/p,Jakubovany/p,Jasenie/n,Jasenov/m,Jasenovce/p,Kalinovo/n,' +
      'Kalša/f,Kľačany/p,Kochanovce/p,Košariská/p,Kostoľany/p,Krivany/p,Kružlov/m,Ladce/p,Lackovce/p,Lipany/p,Lipovany/p,' +
      'Lipovec/m,Lukov/m,Lieskovec/m,Malinová/f,Maškovce/p,Mlynčeky/p,Mokrá/f,Moravany/p,Mútne/n,Nemecká/f,Nemce/p,Ohradzany/p,' +
      'Olšavka/f,Olešná/f,Opatovce/p,Oravce/p,Oreské/n,Orechová/f,Ostrov/m,Pavlovce/p,Pohorelá/f,Poľany/p,Poproč/m,Potok/m,' +
      'Rakovec/m,Rakovnica/f,Rokycany/p,Roztoky/p,Rudina/f,Rudník/m,Ruskov/m,Sedliská/p,Slavkovce/p,Slatina/f,Soľ/f,Stankovce/p,' +
      'Stará/f,Stráňany/p,Studenec/m,Sulín/m,Šalgovce/p,Šarovce/p,Teplička/f,Teplice/p,Tisovec/m,Tovarné/n,Trnovec/m,Trnava/f,' +
      'Turie/n,Udavské/n,Úboč/f,Valaská/f,Varadka/f,Veľká/f,Vlkovce/p,Voľa/f,Vrbovce/p,Vrbov/m,Vyšné/n,Zálesie/n,Záborie/n,' +
      'Zámutov/m,Zbehy/p,Zemplín/m,Zubák/m,Žehňa/f,Žiar/m,Župčany/p',
  ),
  curve: { exponent: 0.7, shift: 3 },
  share: 0.3,
  attributeShare: 0.6,
  townParts: wordList(
    'Staré Mesto,Sídlisko,Nové Mesto,Stred,Predmestie,Sever,Juh,Západ,Východ,Podhradie,Kolónia,Horné Predmestie,' +
      'Dolné Predmestie,Sídlisko SNP,Sídlisko Juh,Sídlisko Sever,Majer,Tehelňa,Píla,Stanica,Kúpele,Hrádok,Zámostie,Pažite',
  ),
  places: wordList(
    'nad Hornádom,nad Oravou,nad Torysou,nad Kysucou,nad Rimavou,nad Ipľom,pri Prešove,pri Košiciach,pri Nitre,pri Trnave,' +
      'pri Lučenci,pri Senici,pod Poľanou,pod Tríbečom,pod Vihorlatom,pod Magurou,na Záhorí,na Spiši,na Ostrove,v Turci',
  ),
  words: oneWord(SLOVAK_VILLAGES),
})
