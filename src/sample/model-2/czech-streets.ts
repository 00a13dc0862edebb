import { CZECH_STREETS } from '../geography/czech-streets.ts'
import { CZECH_TOWNS } from '../geography/czech-towns.ts'
import { CZECH_VILLAGES } from '../geography/village-names.ts'
import { CZECH_PEOPLE } from '../names/czech-people.ts'
import { streetOf } from '../names/people.ts'
import { CZECH_SURNAMES } from './czech-people.ts'
import { czechGenitive, leadingTo } from './grammar.ts'
import { combine, withShuffledTail, wordList } from './word-list.ts'

/** The order of the first ones is known (Zahradní: 705 municipalities), the rest is chosen. */
const COMMONEST = wordList(
  'Zahradní,Krátká,Nádražní,Školní,Polní,Nová,Lipová,Luční,Sportovní,Příční,Husova,Komenského,Hlavní,Na Výsluní,Slunečná,' +
    'Palackého,Lesní,Okružní,Květinová,Jiráskova,Družstevní,Havlíčkova,Dlouhá,Mlýnská,Jabloňová,Třešňová,Na Vyhlídce',
)

const ADJECTIVES = wordList(
  'Jarní,Letní,Mátová,Bezinková,Rybízová,Malinová,Ostružinová,Borůvková,Jahodová,Angreštová,Lísková,Olšová,Platanová,' +
    'Modřínová,Cedrová,Cypřišová,Tisová,Osiková,Jilmová,Hlohová,Šípková,Trnková,Kdouloňová,Mandloňová,Sirotčí,Slavičí,' +
    'Skřivánčí,Vlaštovčí,Čapí,Sokolí,Orlí,Havraní,Datlí,Sýkorčí,Pěnkavčí,Stehlíková,Křepelčí,Bažantí,Koroptví,Sovičí,Zaječí,' +
    'Liščí,Srnčí,Jelení,Vlčí,Medvědí,Veverčí,Ježkova,Včelí,Motýlí,Bednářská,Kolářská,Zámečnická,Truhlářská,Tesařská,' +
    'Zednická,Pokrývačská,Sklenářská,Malířská,Natěračská,Hodinářská,Zlatnická,Rukavičkářská,Klobouknická,Punčochářská,' +
    'Provaznická,Knihařská,Tiskařská,Papírenská,Pivovarská,Sladovnická,Vinařská,Ovocnářská,Chmelařská,Lihovarská,' +
    'Cukrovarská,Mlékárenská,Jateční,Masná,Solná,Rybná,Ovesná,Žitná,Ječná,Pšeničná,Lněná,Jetelová,Senná,Slámová,Kopretinová,' +
    'Chrpová,Maková,Sedmikrásková,Pomněnková,Kosatcová,Narcisová,Hyacintová,Krokusová,Sněženková,Bledulová,Azalková,' +
    'Magnóliová,Orchidejová,Karafiátová,Jiřinková,Astrová,Chryzantémová,Petrklíčová,Prvosenková,Zvonková,Vřesová,Kapradinová,' +
    'Mechová,Travní,Keřová,Stromová,Alejová,Parková,Sadová,Vodní,Potoční,Rybniční,Jezerní,Přehradní,Splavní,Jezová,Náhonní,' +
    'Studniční,Pramenná,Vyhlídková,Panoramatická,Východní,Kaplanská,Děkanská,Biskupská,Opatská,Křížová,Svatební,Hvězdná,' +
    'Měsíční,Kometová,Mléčná,Duhová,Oblačná,Větrná,Mlhová,Mrazivá,Teplá,Studená,Suchá,Blatná,Jílová,Vápenná,Mramorová,Žulová,' +
    'Opuková,Čedičová,Křemenná,Uhelná,Rudná,Železná,Měděná,Cínová,Olověná,Ocelová,Skalní,Jeskynní,Lomová,Pískovcová,Strmá,' +
    'Svažitá,Stoupající,Klesající,Točitá,Klikatá,Oblouková,Kruhová,Čtvercová,Rohová,Koncová,Slepá,Průchozí,Průběžná,Souběžná',
)
/** What a street may lie at: in the genitive, and in the instrumental. */
const LANDMARKS = wordList(
  'hájku/hájkem,rybníčku/rybníčkem,křížku/křížkem,studánky/studánkou,vrby/vrbou,lípy/lípou,dubu/dubem,jasanu/jasanem,' +
    'bažantnice/bažantnicí,cihelny/cihelnou,hájovny/hájovnou,hřbitova/hřbitovem,jezu/jezem,kapličky/kapličkou,' +
    'kostela/kostelem,koupaliště/koupalištěm,kovárny/kovárnou,lávky/lávkou,letiště/letištěm,lomu/lomem,luk/lukami,' +
    'mateřské školy/mateřskou školou,mostku/mostkem,náhonu/náhonem,obory/oborou,ovčína/ovčínem,palouku/paloukem,' +
    'pastoušky/pastouškou,pazderny/pazdernou,pily/pilou,pošty/poštou,prádla/prádlem,radnice/radnicí,sadu/sadem,' +
    'sadů/sady,skály/skálou,sokolovny/sokolovnou,splavu/splavem,statku/statkem,stadionu/stadionem,střelnice/střelnicí,' +
    'svaté Anny/svatou Annou,školy/školou,tvrze/tvrzí,tří lip/třemi lípami,tůně/tůní,úvozu/úvozem,vinice/vinicí,' +
    'vodojemu/vodojemem,vrchu/vrchem,vrcholu/vrcholem,zámečku/zámečkem,zastávky/zastávkou,zvonice/zvonicí,cesty/cestou,' +
    'mlýna/mlýnem,mlýnku/mlýnkem,potoka/potokem,řeky/řekou,dráhy/dráhou,hvězdárny/hvězdárnou,nemocnice/nemocnicí,' +
    'pivovaru/pivovarem,lihovaru/lihovarem,cukrovaru/cukrovarem,transformátoru/transformátorem,viaduktu/viaduktem,' +
    'tunelu/tunelem,hráze/hrází,jezera/jezerem,ostrova/ostrovem,pramene/pramenem,háje/hájem,boru/borem,doubravy/doubravou',
).map((entry) => entry.split('/') as [genitive: string, instrumental: string])

const THINGS = wordList('cesta,alej,kolonie,ulička,strana,čtvrť,osada,stráň,humna,louka,hráz,promenáda')
const THING_ADJECTIVES = wordList(
  'Horní,Dolní,Malá,Velká,Nová,Stará,Panská,Zadní,Přední,Dlouhá,Krátká,Kamenná,Lesní,Polní',
)
const ORDINALS = wordList(
  'První,Druhá,Třetí,Čtvrtá,Pátá,Šestá,Sedmá,Osmá,Devátá,Desátá,Jedenáctá,Dvanáctá,Třináctá,Čtrnáctá',
)
const DATES = wordList(
  '1. května,9. května,8. května,5. května,28. října,17. listopadu,25. února,7. května,6. května,29. srpna,1. dubna,' +
    '14. října,21. srpna,4. května,10. května,30. dubna,1. listopadu,13. prosince,2. května,15. dubna,3. května,1. září',
)
const HONOURED = wordList('Dr.,gen.,kpt.,prof.,plk.,mjr.,arch.,Ing.,npor.,MUDr.,pplk.,Generála,Kapitána,Doktora')

export const CZECH_STREET_NAMES: readonly string[] = withShuffledTail(
  [...COMMONEST, ...CZECH_STREETS, ...DATES, ...ADJECTIVES],
  candidates(),
).slice(0, 34_000)

/** Far more than are needed; a fixed order chooses. */
function* candidates(): Generator<string> {
  for (const [genitive, instrumental] of LANDMARKS) {
    for (const before of ['U', 'Od', 'Vedle', 'Okolo']) yield `${before} ${genitive}`
    for (const before of ['Nad', 'Pod', 'Za', 'Před']) yield `${before} ${instrumental}`
  }
  yield* combine(THING_ADJECTIVES, THINGS, ' ')
  yield* ORDINALS
  const surnames = CZECH_SURNAMES.slice(0, 9_000)
  const given = CZECH_PEOPLE.men.slice(0, 30)
  for (const [i, surname] of surnames.entries()) {
    const man = given[(i * 7) % given.length]!
    yield streetOf(surname)
    yield `${man.slice(0, 1)}. ${czechGenitive(surname)}`
    yield `${czechGenitive(man)} ${czechGenitive(surname)}`
    if (i % 3 === 0) yield `${HONOURED[i % HONOURED.length]} ${czechGenitive(surname)}`
    if (i < 900) {
      yield `náměstí ${czechGenitive(man)} ${czechGenitive(surname)}`
      yield `${streetOf(surname).replace(/a$/, 'o')} náměstí`
      yield `nábřeží ${czechGenitive(surname)}`
    }
  }
  for (const town of CZECH_TOWNS) yield leadingTo(town.name.split(' ').at(-1)!)
  for (const name of combine(
    CZECH_VILLAGES.roots,
    CZECH_VILLAGES.endings.map(([ending]) => ending),
  )) {
    if (!name.includes(' ')) yield leadingTo(name)
  }
  for (const name of CZECH_VILLAGES.common) yield leadingTo(name.split(' ').at(-1)!)
}
