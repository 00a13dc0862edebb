import type { CompanyWords } from './company-names.ts'
import { SLOVAK_PEOPLE } from './slovak-people.ts'

export const SLOVAK_FIRMS: CompanyWords = {
  people: SLOVAK_PEOPLE,
  trades: (
    'stavby,Trade,Slovakia,Group,Consulting,servis,Invest,reality,transport,gastro,Solutions,development,projekt,' +
    'elektro,plus,Studio,obchod,interiér,okná,klima,Logistics,Energy,Systems,SK,drevo,kov,záhrady,auto,medical,' +
    'dental,catering,cestovná agentúra,účtovníctvo,Media,Digital,bývanie,agro,farma,lesy,sklo,tlač,security,Partners,' +
    'Capital,Property,Holding,Export-Import,stroje'
  ).split(','),
  shops: (
    'Autoservis,Pneuservis,Kvetinárstvo,Pekáreň,Stavebniny,Lekáreň,Reštaurácia,Penzión,Potraviny,Stolárstvo,' +
    'Zámočníctvo,Autodoprava,Kaderníctvo,Ambulancia,Vinárstvo,Cukráreň,Elektroinštalácie,Kúrenie,Tlačiareň,' +
    'Papiernictvo,Cestná doprava,Kníhkupectvo'
  ).split(','),
}

/** Trades as a sole trader's certificate or the register's list of activities says them. */
export const SLOVAK_ACTIVITIES: readonly string[] = [
  'kúpa tovaru na účely jeho predaja konečnému spotrebiteľovi (maloobchod)',
  'kúpa tovaru na účely jeho predaja iným prevádzkovateľom živnosti (veľkoobchod)',
  'sprostredkovateľská činnosť v oblasti obchodu',
  'sprostredkovateľská činnosť v oblasti služieb',
  'sprostredkovateľská činnosť v oblasti výroby',
  'uskutočňovanie stavieb a ich zmien',
  'prípravné práce k realizácii stavby',
  'dokončovacie stavebné práce pri realizácii exteriérov a interiérov',
  'reklamné a marketingové služby',
  'prieskum trhu a verejnej mienky',
  'počítačové služby a služby súvisiace s počítačovým spracovaním údajov',
  'činnosť podnikateľských, organizačných a ekonomických poradcov',
  'administratívne služby',
  'vedenie účtovníctva',
  'prenájom nehnuteľností spojený s poskytovaním iných než základných služieb spojených s prenájmom',
  'prenájom hnuteľných vecí',
  'čistiace a upratovacie služby',
  'nákladná cestná doprava vykonávaná vozidlami s celkovou hmotnosťou do 3,5 t vrátane prípojného vozidla',
  'skladovanie a pomocné činnosti v doprave',
  'prevádzkovanie výdajne stravy',
  'pohostinská činnosť a výroba hotových jedál pre výdajne',
  'poskytovanie služieb rýchleho občerstvenia v spojení s predajom na priamu konzumáciu',
  'ubytovacie služby bez poskytovania pohostinských činností',
  'murárstvo',
  'vodoinštalatérstvo a kúrenárstvo',
  'stolárstvo',
  'zámočníctvo',
  'kaderníctvo',
  'kozmetické služby',
  'maliarske, natieračské a sklenárske práce',
  'montáž, rekonštrukcia a údržba vyhradených technických zariadení elektrických',
  'opravy cestných motorových vozidiel',
  'výroba jednoduchých výrobkov z dreva, korku, slamy, prútia a ich úprava',
  'výroba jednoduchých výrobkov z kovu',
  'opracovanie drevnej hmoty a výroba komponentov z dreva',
  'poskytovanie služieb v poľnohospodárstve a záhradníctve',
  'poskytovanie služieb v lesníctve a poľovníctve',
  'organizovanie športových, kultúrnych a iných spoločenských podujatí',
  'vykonávanie mimoškolskej vzdelávacej činnosti',
  'prevádzkovanie športových zariadení',
  'fotografické služby',
  'dizajnérske činnosti',
  'vydavateľská činnosť, polygrafická výroba a knihárske práce',
  'prekladateľské a tlmočnícke služby z jazyka anglického a nemeckého',
  'správa a údržba bytového a nebytového fondu v rozsahu voľných živností',
  'výskum a vývoj v oblasti prírodných, technických, spoločenských alebo humanitných vied',
  'nakladanie s iným ako nebezpečným odpadom',
  'prevádzkovanie cestovnej agentúry',
  'zasielateľstvo',
  'faktoring a forfaiting',
]
