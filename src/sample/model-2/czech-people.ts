import { CZECH_PEOPLE } from '../names/czech-people.ts'
import { german, ukrainian, vietnamese } from './foreigners.ts'
import { makePeople } from './people.ts'
import { combine, withShuffledTail, wordList } from './word-list.ts'

const STEMS = wordList(
  'Bart,Bed,Ben,Ber,Blah,Boh,Bor,Brab,Brož,Bříz,Bud,Bur,Cih,Čap,Čern,Dan,Dol,Doub,Drah,Dub,Fab,Fil,Hal,Han,Havr,Hlav,' +
    'Hol,Hor,Hrad,Hrub,Chal,Jan,Jar,Jech,Jed,Jel,Jir,Kal,Kap,Kas,Klim,Kol,Kop,Kor,Kost,Koz,Kram,Kub,Kuch,Kul,Lang,Leb,' +
    'Lor,Louk,Luk,Mach,Mal,Mar,Mas,Mat,Mich,Mik,Mil,Mor,Mos,Nav,Ned,Nem,Nov,Ond,Opl,Ost,Pach,Pal,Pap,Pav,Pel,Pet,Pil,' +
    'Plach,Pol,Pros,Ptáč,Pust,Rab,Rak,Rez,Roh,Ros,Roub,Rych,Sam,Sed,Sem,Skál,Slad,Slám,Smol,Sob,Sok,Souk,Srb,Stan,Star,' +
    'Stej,Stud,Suk,Svat,Šaf,Šim,Škop,Šmíd,Šind,Šold,Štěp,Tich,Tom,Tren,Turn,Vac,Val,Van,Vaš,Ven,Ves,Vích,Vít,Vlas,Vod,' +
    'Voj,Vol,Vor,Vran,Vrb,Vyb,Zab,Zah,Zaj,Zap,Zat,Zel,Zik,Zlat,Zvon,Žáč,Žem,Žid',
)
const MIDDLES = ['', 'an', 'el', 'ol', 'ar', 'in', 'ov', 'ál', 'er', 'av', 'ach', 'om']
const ENDINGS = wordList(
  'ák,ek,ec,ík,a,ka,áček,íček,eček,ánek,ník,ář,ař,ický,ovský,ecký,oň,an,al,ota,ouš,aš,eš,oš,ina,era,ura,anda,ínek,átko,il,el,ý',
)

const COMMON = wordList(
  'Novák,Svoboda,Novotný,Dvořák,Černý,Procházka,Kučera,Veselý,Horák,Němec,Pokorný,Marek,Pospíšil,Hájek,Jelínek,Král,' +
    'Růžička,Krejčí,Beneš,Fiala,Sedláček,Doležal,Zeman,Kolář,Navrátil,Čermák,Vaněk,Urban,Blažek,Kříž,Kovář,Kratochvíl,' +
    'Bartoš,Vlček,Polák,Kopecký,Musil,Šimek,Konečný,Malý,Čech,Holub,Staněk,Štěpánek,Kadlec,Dostál,Soukup,Šťastný,Mareš,' +
    'Sýkora,Moravec,Tichý,Valenta,Vávra,Matoušek,Bláha,Říha,Ševčík,Bureš,Hruška,Mašek,Dušek,Pavlík,Havlíček,Janda,Mach,' +
    'Hrubý,Müller,Liška,Kovařík,Zatloukal,Hanuš,Smejkal,Vacek,Zelinka,Krupička,Jaroš,Hermann,Richter,Schneider,Klíma,' +
    'Jirků,Janů,Petrů,Martinů,Jakubů,Vojtíšek,Prokop,Prokeš,Rous,Stejskal,Trnka,Votava,Zedník,Žižka,Bílek,Bílý,Brabec,' +
    'Burian,Coufal,Duda,Filip,Franěk,Hampl,Herman,Hynek,Charvát,Jakeš,Jandl,Jež,Jindra,Kavka,Klement,Kohout,Koubek,' +
    'Kozák,Krátký,Kudrna,Kunc,Kužel,Langer,Lukáš,Macek,Macura,Maršálek,Michálek,Mikeš,Mlejnek,Motl,Neumann,Nosek,Ort,' +
    'Paleček,Pecha,Pech,Peterka,Plachý,Pluhař,Podzimek,Rezek,Rychlý,Sedlák,Skála,Skoupý,Skřivánek,Slanina,Sláma,Srb,' +
    'Starý,Šafařík,Šebek,Šebesta,Šubrt,Tománek,Trojan,Tvrdík,Vašek,Vejvoda,Vrána,Vrba,Wagner,Weiss,Zahradník,Zach,Zíka',
)

/** In the form of men, the most frequent first. */
export const CZECH_SURNAMES: readonly string[] = withShuffledTail(
  [...COMMON, ...CZECH_PEOPLE.surnames],
  endings(),
).slice(0, 20_000)

/** One in a hundred traders has a Vietnamese name, somewhat more have a Ukrainian one. */
export const CZECHS = makePeople(
  [
    {
      share: 1,
      inflected: true,
      men: withShuffledTail(
        CZECH_PEOPLE.men,
        wordList(
          'Kryštof,Šimon,Tadeáš,Tobiáš,Oliver,Mikuláš,Viktor,Hynek,Arnošt,Bedřich,Břetislav,Bohuslav,Čeněk,Emil,Eduard,' +
            'Evžen,Ferdinand,Gustav,Hubert,Igor,Jáchym,Julius,Kamil,Leoš,Lubor,Marcel,Norbert,Otakar,Otto,Přemysl,René,' +
            'Samuel,Silvestr,Svatopluk,Tibor,Viliam,Vilém,Vladan,Zbyněk,Ctirad,Drahomír,Erik,Max,Sebastian,Alois,Augustin',
        ),
      ),
      women: withShuffledTail(
        CZECH_PEOPLE.women,
        wordList(
          'Natálie,Aneta,Karolína,Viktorie,Sofie,Ema,Julie,Laura,Anežka,Linda,Magdaléna,Vendula,Radka,Ilona,Naděžda,Vladimíra,' +
            'Zdenka,Emilie,Bohumila,Drahomíra,Hedvika,Iva,Jindřiška,Kamila,Květa,Květoslava,Lada,Ladislava,Leona,Libuše,' +
            'Lydie,Miloslava,Miluše,Oldřiška,Regina,Rita,Silvie,Soňa,Stanislava,Šárka,Vanda,Vilma,Yveta,Žaneta,Žofie,Alžběta',
        ),
      ),
      surnames: CZECH_SURNAMES,
    },
    vietnamese(0.011),
    ukrainian(0.016),
    german(0.004),
  ],
  CZECH_PEOPLE.titles,
  ['Ph.D.', 'MBA', 'DiS.', 'CSc.', 'LL.M.'],
)

function* endings(): Generator<string> {
  for (const stem of combine(STEMS, MIDDLES)) yield* combine([stem], ENDINGS)
}
