import { SLOVAK_PEOPLE } from '../names/slovak-people.ts'
import { hungarian, ukrainian, vietnamese } from './foreigners.ts'
import { makePeople } from './people.ts'
import { combine, withShuffledTail, wordList } from './word-list.ts'

const STEMS = wordList(
  'Adam,And,Bab,Bal,Ban,Bar,Bed,Bel,Ben,Ber,Bie,Blaž,Bob,Bod,Bor,Bra,Brez,Bud,Bul,Cib,Čer,Čol,Dan,Dob,Dol,Drab,Dub,Dur,' +
    'Ďur,Fab,Fed,Fil,Gab,Gaj,Gal,Gaš,Greg,Hal,Han,Hav,Hlin,Hol,Hor,Hric,Hud,Chov,Jak,Jan,Jur,Kal,Kam,Kap,Kar,Klim,Kol,' +
    'Kop,Kor,Kos,Kov,Kra,Kub,Kuch,Kur,Lac,Lad,Led,Lip,Luk,Mac,Maj,Mal,Mar,Mas,Mat,Med,Mich,Mih,Mik,Mil,Mraz,Mur,Nov,Ob,' +
    'Oles,Ond,Or,Pal,Pan,Pav,Pet,Pir,Pod,Pol,Pop,Puk,Rad,Raj,Rak,Rep,Rus,Ryb,Sab,Sam,Sed,Sem,Siv,Skal,Slav,Slob,Sob,' +
    'Sok,Stan,Stra,Such,Svat,Šim,Škul,Šol,Špan,Štef,Tib,Tim,Tom,Top,Tur,Urb,Vac,Val,Vas,Vel,Ver,Vla,Voj,Vran,Zel,Zub,Žig',
)
const MIDDLES = ['', 'an', 'el', 'ol', 'ar', 'in', 'ov', 'al', 'er', 'ač', 'om']
const ENDINGS = wordList(
  'ák,ík,ko,o,a,ec,ek,ovič,ský,ovský,anský,inec,iak,áč,áň,uš,aj,ej,ka,ica,ina,ár,úch,aník,ovčík,šin,ašík,enko,ula,oš',
)

const COMMON = wordList(
  'Horváth,Kováč,Varga,Tóth,Nagy,Baláž,Szabó,Molnár,Balog,Lukáč,Novák,Kovács,Polák,Gajdoš,Hudák,Šimko,Oravec,Kollár,' +
    'Németh,Ďurica,Farkaš,Lakatoš,Takáč,Hudec,Sedlák,Mikuš,Michalík,Ondrejka,Kiss,Juhász,Kučera,Šimek,Blaho,Urban,Zeman,' +
    'Vrábel,Krajčír,Mráz,Kováčik,Marko,Bartoš,Benko,Rác,Fekete,Bíró,Hrubý,Straka,Sobota,Hruška,Krupa,Kráľ,Kocúr,Hlaváč,' +
    'Kubiš,Antal,Bača,Bajus,Barta,Bednár,Beňo,Bodnár,Boháč,Buček,Cabaj,Čech,Černák,Danišovič,Demeter,Dobiáš,Dolinský,' +
    'Ďuriš,Fiala,Ferenc,Fodor,Gašpar,Gregor,Halas,Haluška,Hamar,Havran,Hlinka,Hnát,Homola,Hornák,Hronec,Chudý,Ilavský,' +
    'Jančovič,Janoška,Jaroš,Kaňa,Kapusta,Klimek,Kochan,Konečný,Kopecký,Kopčák,Koščo,Košík,Kotleba,Kozák,Králik,Krajňák,' +
    'Kraus,Kuric,Labuda,Lehotský,Lizák,Magát,Majerník,Maťaš,Matejka,Mišík,Mlynár,Moravčík,Mrva,Ondruš,Pástor,Petrík,' +
    'Pavlovič,Pekár,Pekarovič,Plško,Polakovič,Rašo,Repka,Rusňák,Sabo,Sivák,Smolko,Sokol,Stančík,Suchánek,Šebo,Šulc',
)

/** In the form of men, the most frequent first. */
export const SLOVAK_SURNAMES: readonly string[] = withShuffledTail(
  [...COMMON, ...SLOVAK_PEOPLE.surnames],
  endings(),
).slice(0, 16_000)

export const SLOVAKS = makePeople(
  [
    {
      share: 1,
      inflected: true,
      men: withShuffledTail(
        SLOVAK_PEOPLE.men,
        wordList(
          'Alexander,Alojz,Andrej,Arpád,Augustín,Bohumil,Bohuš,Boris,Cyril,Denis,Dezider,Dominik,Edmund,Ernest,Ervín,Eugen,' +
            'Ferdinand,Gejza,Henrich,Ignác,Ján Pavol,Jaromír,Jerguš,Jozef Peter,Kristián,Leonard,Libor,Ľudovít,Marcel,' +
            'Matúš,Max,Michael,Mikuláš,Oliver,Oskar,Oto,Pavel,Radoslav,René,Silvester,Svetozár,Šimon,Tadeáš,Teodor,' +
            'Tibor,Timotej,Valér,Vincent,Vladislav,Vratislav,Zdenko,Alexej,Alan,Sebastián,Tobias,Viktor',
        ),
      ),
      women: withShuffledTail(
        SLOVAK_PEOPLE.women,
        wordList(
          'Ema,Nina,Sofia,Eliška,Viktória,Lea,Laura,Karolína,Diana,Romana,Slávka,Stanislava,Vlasta,Želmíra,Agáta,Agnesa,' +
            'Alexandra,Angela,Aneta,Blanka,Bibiána,Darina,Edita,Elena,Eleonóra,Etela,Galina,Gizela,Henrieta,Ida,Ivona,' +
            'Júlia,Justína,Klaudia,Klára,Kamila,Kornélia,Ladislava,Laura,Ľudmila,Marianna,Milota,Mirka,Nadežda,Olívia,' +
            'Patrícia,Paulína,Radka,Rozália,Sára,Štefánia,Tamara,Timea,Vanda,Zita,Žofia',
        ),
      ),
      surnames: SLOVAK_SURNAMES,
    },
    hungarian(0.05, true),
    hungarian(0.02, false),
    vietnamese(0.004),
    ukrainian(0.01),
  ],
  SLOVAK_PEOPLE.titles,
  ['PhD.', 'MBA', 'DiS.', 'CSc.', 'LL.M.'],
)

function* endings(): Generator<string> {
  for (const stem of combine(STEMS, MIDDLES)) yield* combine([stem], ENDINGS)
}
