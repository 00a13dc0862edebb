import { SLOVAK_STREETS } from '../geography/slovak-streets.ts'
import { SLOVAK_TOWNS } from '../geography/slovak-towns.ts'
import { SLOVAK_VILLAGES } from '../geography/village-names.ts'
import { streetOf } from '../names/people.ts'
import { SLOVAK_PEOPLE } from '../names/slovak-people.ts'
import { leadingTo, slovakGenitive } from './grammar.ts'
import { SLOVAK_SURNAMES } from './slovak-people.ts'
import { combine, withShuffledTail, wordList } from './word-list.ts'

const ADJECTIVES = wordList(
  'Muškátová,Mätová,Bazová,Černicová,Egrešová,Lipnicová,Jelšová,Platanová,Smrekovcová,Cédrová,Tisová,Osiková,Brestová,' +
    'Hlohová,Trnková,Dulová,Mandľová,Figová,Drieňová,Morušová,Vtáčia,Drozdia,Bocianska,Havrania,Labutia,Kačacia,Sovia,' +
    'Veveričia,Ježia,Motýlia,Vlčia,Kolárska,Zámočnícka,Tesárska,Pokrývačská,Sklenárska,Maliarska,Hodinárska,Zlatnícka,' +
    'Klobučnícka,Povraznícka,Knihárska,Tlačiarenská,Papierenská,Pivovarská,Sladovnícka,Vinárska,Ovocinárska,Chmeliarska,' +
    'Liehovarská,Cukrovarská,Mliekarenská,Bitúnková,Soľná,Rybia,Ovsená,Ražná,Ľanová,Senná,Slamená,Margarétová,' +
    'Pivónková,Kosatcová,Hyacintová,Krokusová,Bledulová,Azalková,Magnóliová,Orchideová,Chryzantémová,Zvončeková,Vresová,' +
    'Papraďová,Machová,Trávna,Stromová,Alejová,Parková,Vodná,Jarková,Priehradná,Hrádzová,Studničná,Pramenná,Vyhliadková,' +
    'Panoramatická,Biskupská,Dekanská,Krížna,Svadobná,Kométová,Mliečna,Oblačná,Veterná,Hmlistá,Mrazivá,Ílová,Vápenná,' +
    'Mramorová,Žulová,Kremenná,Uhoľná,Rudná,Železná,Cínová,Olovená,Oceľová,Skalná,Jaskynná,Lomová,Strmá,Točitá,Kľukatá,' +
    'Oblúková,Kruhová,Rohová,Koncová,Slepá,Priebežná,Súbežná,Spojovacia,Priečna,Radová,Bezručova,Novozámocká,Komárovská',
)
const LANDMARKS = wordList(
  'hájom,hájikom,rybníkom,krížom,studničkou,vŕbou,lipou,dubom,bažantnicou,tehelňou,horárňou,cintorínom,kaplnkou,kostolom,' +
    'kúpaliskom,vyhňou,lávkou,letiskom,kameňolomom,lúkami,škôlkou,mostíkom,náhonom,oborou,ovčínom,pasienkom,pílou,poštou,' +
    'radnicou,sadom,skalou,štadiónom,strelnicou,školou,troma lipami,úvozom,vinicou,vodojemom,vrchom,zámočkom,zastávkou,' +
    'zvonicou,cestou,mlynom,potokom,riekou,traťou,hvezdárňou,nemocnicou,pivovarom,liehovarom,cukrovarom,viaduktom,tunelom,' +
    'hrádzou,jazerom,ostrovom,prameňom,borinou,dúbravou,ihriskom,majerom,salašom,stanicou,záhradami,humnami,družstvom',
)
const THINGS = wordList('cesta,alej,kolónia,ulička,strana,štvrť,osada,stráň,lúka,hrádza,promenáda,rad')
const THING_ADJECTIVES = wordList(
  'Horná,Dolná,Malá,Veľká,Nová,Stará,Panská,Zadná,Predná,Dlhá,Krátka,Kamenná,Lesná,Poľná',
)
const DATES = wordList(
  '1. mája,29. augusta,8. mája,9. mája,17. novembra,1. decembra,4. apríla,28. októbra,30. októbra,15. apríla,3. apríla,' +
    '19. januára,1. apríla,26. novembra,5. apríla,23. októbra,7. novembra,25. februára,21. augusta,14. marca,27. augusta',
)
const HONOURED = wordList('Dr.,gen.,kpt.,prof.,plk.,arch.,Ing.,mjr.,MUDr.,Generála,Kapitána,Doktora,Profesora')

export const SLOVAK_STREET_NAMES: readonly string[] = withShuffledTail(
  [...SLOVAK_STREETS, ...DATES, ...ADJECTIVES],
  candidates(),
).slice(0, 17_000)

function* candidates(): Generator<string> {
  yield* combine(['Pod', 'Nad', 'Za', 'Pred', 'Medzi'], LANDMARKS, ' ')
  yield* combine(THING_ADJECTIVES, THINGS, ' ')
  for (let i = 1; i < 13; i++) yield `Ulica ${i}`
  for (const date of DATES) yield `Ulica ${date}`
  const surnames = SLOVAK_SURNAMES.slice(0, 4_000)
  const given = SLOVAK_PEOPLE.men.slice(0, 30)
  for (const [i, surname] of surnames.entries()) {
    const man = given[(i * 7) % given.length]!
    yield streetOf(surname)
    yield `${man.slice(0, 1)}. ${slovakGenitive(surname)}`
    yield `${slovakGenitive(man)} ${slovakGenitive(surname)}`
    if (i % 3 === 0) yield `${HONOURED[i % HONOURED.length]} ${slovakGenitive(surname)}`
    if (i < 500) {
      yield `Ulica ${slovakGenitive(man)} ${slovakGenitive(surname)}`
      yield `Námestie ${slovakGenitive(man)} ${slovakGenitive(surname)}`
      yield `Nábrežie ${slovakGenitive(surname)}`
    }
  }
  for (const town of SLOVAK_TOWNS) yield leadingTo(town.name.split(' ').at(-1)!)
  for (const name of combine(
    SLOVAK_VILLAGES.roots,
    SLOVAK_VILLAGES.endings.map(([ending]) => ending),
  )) {
    if (!name.includes(' ')) yield leadingTo(name)
  }
}
