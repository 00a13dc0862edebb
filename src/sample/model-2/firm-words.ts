import { combine, withShuffledTail, wordList } from './word-list.ts'

/** What names of firms in both countries are made of, the most frequent first. */

/** Glued before and after each other: Eurostav, AGROTRANS, Medtech. */
export const GLUED_STARTS = wordList(
  'Euro,Agro,Stav,Elektro,Auto,Inter,Pro,Eko,Techno,Uni,Alfa,Bio,Gastro,Real,Trans,Tech,Info,Med,Max,Profi,Intra,Kovo,' +
    'Drevo,Plast,Vino,Ferro,Poly,Multi,Omega,Delta,Sigma,Beta,Gama,Astra,Nova,Prima,Terra,Vital,Viva,Solar,Term,Hydro,Geo,' +
    'Lux,Metal,Micro,Mega,Mont,Opti,Petro,Porto,Quadro,Rapid,Rent,Safe,Sani,Smart,Spectra,Sport,Star,Super,Tele,Top,Trade,' +
    'Tri,Turbo,Ultra,Vega,Video,Vox,Win,World,Zeta,Cargo,City,Clean,Cyber,Data,Dent,Digi,Duo,Dyna,Eco,Expo,Farm,Flex,Food',
)
export const GLUED_ENDS = wordList(
  'stav,trans,servis,mont,tech,plast,invest,trade,group,tex,pol,gas,term,projekt,real,systém,print,kov,mat,net,centrum,med,' +
    'agro,control,data,form,lab,line,logic,market,mix,park,pharm,plus,point,port,profil,prog,sped,spol,sport,stroj,studio,' +
    'team,tour,trading,union,vin,vit,win,work,com,con,bau,energo,elektro,elit,finance,import,export',
)
export const COMPANY_WORDS = wordList(
  'stav,group,trade,servis,invest,trans,consulting,plus,reality,projekt,agro,development,studio,energy,systems,auto,' +
    'property,solutions,holding,logistics,services,design,stavby,elektro,gastro,team,media,technik,partners,capital,' +
    'international,company,finance,estate,tech,production,management,print,market,security,interier,export-import,trading,' +
    'engineering,medical,dental,sport,travel,home,house,building,construct,car,cargo,clean,digital,data,net,soft,software,' +
    'technology,lab,pharma,beauty,fashion,food,fresh,farm,garden,green,eco,solar,water,wood,steel,metal,plast,glass,stone,' +
    'marketing,advertising,events,agency,academy,education,legal,tax,audit,accounting,facility,rent,rental,resort,hotel,' +
    'restaurant,café,bar,pub,bistro,catering,bakery,wine,beer,club,center,centrum,point,park,city,invest group,real estate,' +
    'property management,business,global,world,europe,central europe,online,shop,e-shop,store,outlet,express,spedition,' +
    'transport,taxi,moto,bike,fitness,wellness,yoga,art,gallery,music,film,photo,video,games,lighting,clima,therm,heating',
)
export const ENGLISH = wordList(
  'Green,Smart,Best,Global,First,New,Golden,Royal,Black,Blue,White,Red,Happy,Fresh,Top,Fast,Easy,Good,Big,Little,Silver,' +
    'Crystal,Diamond,Active,Perfect,Prime,Premium,Total,Urban,Modern,Creative,Digital,Dream,Free,Future,Grand,Great,High,' +
    'Home,House,Life,Light,Lucky,Magic,Master,Natural,Next,Nice,Old,Open,Orange,Party,Power,Pure,Quick,Real,Safe,Simple,' +
    'Sky,Solid,Star,Sun,Super,Sweet,True,Value,Vision,Wild,Wise,Wonder,Your,Young',
)
export const ENGLISH_NOUNS = wordList(
  'House,Home,Energy,Solutions,Group,Trade,Food,Garden,Life,World,Media,Studio,Car,Cars,Team,Way,Line,Point,Land,Park,Lake,' +
    'River,Hill,Forest,Field,Farm,Bear,Wolf,Fox,Lion,Tiger,Horse,Eagle,Dragon,Rose,Tree,Leaf,Stone,Rock,Bridge,Gate,Tower,' +
    'Castle,Crown,Star,Moon,Sun,Sky,Wave,Wind,Fire,Ice,Water,Coffee,Tea,Cake,Bread,Wine,Beer,Fish,Meat,Fashion,Style,Shoes,' +
    'Beauty,Hair,Skin,Nails,Fitness,Sport,Bike,Travel,Tour,Trip,Hotel,Apartments,Rooms,Living,Interior,Design,Print,Books',
)
/** Names that several firms surely have: of one letter, of digits, of both. */
export const SHORTEST = withShuffledTail(
  wordList(
    'A,3,AB,4 you,K+M,2M,1. SK,7,X,M,5D,B2B,3D,A1,24/7,H2O,P.S.,99,AA,21,M2,Z,Q,100,A.B.C.,4U,A+,No. 1,1 plus 1,Ω',
  ),
  [
    ...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
    ...combine([...'ABCDEFGHIJKLMNOPRSTVZ'], [...'ABCDEFGHIJKLMNOPRSTVZ123456789']),
    ...combine([...'123456789'], [...'ABCDFGHKLMPRSTVX']),
    ...combine([...'ABCDEFGHJKLMPRSTVZ'], [...'ABCDEFGHJKLMPRSTVZ'], '+'),
    ...combine([...'ABCDEFGHJKLMPRSTVZ'], [...'ABCDEFGHJKLMPRSTVZ'], ' & '),
  ],
)
export const GERMAN_TRADES = wordList(
  'Handelsgesellschaft,Bau,Maschinenbau,Verwaltung,Immobilien,Transporte,Metallbau,Holzhandel,Versicherungsmakler,' +
    'Vermögensverwaltung,Werkzeugbau,Automobiltechnik,Elektrotechnik,Druckerei,Verlag,Reisebüro,Kunststofftechnik',
)
export const HUNGARIAN_TRADES = wordList(
  'és Társa,Építő,Kereskedelmi,Szolgáltató,Testvérek,Autójavító,Pékség,Borászat,Könyvelő Iroda,Faipari,Gépészeti,Fuvarozó',
)
export const VIETNAMESE_NAMES = withShuffledTail(
  wordList('Thanh Long,Viet Dung,Hoang Anh,Phuong Nam,Hong Ha,Minh Duc,Sao Mai,Hai Phong,Viet Hung,Nam Dinh,Hoa Binh'),
  combine(
    wordList('Thanh,Viet,Hoang,Hong,Minh,Hai,Nam,Dong,Tan,Phu,Quang,Ngoc,Hoa,Kim,Long,Anh'),
    wordList('Long,Dung,Anh,Nam,Ha,Duc,Mai,Hung,Phat,Tien,Son,Linh,Thuy,Vuong,Thinh,Loc'),
    ' ',
  ),
)
/** Russian and Ukrainian words as they are written in Latin letters. */
export const EASTERN_WORDS = withShuffledTail(
  wordList('Sojuz,Zoloto,Dnipro Trans,Slavutych,Kolos,Druzhba,Sever-Torg,Rosinka,Medvid,Kalyna,Berezka,Mriya'),
  combine(
    wordList('Ukr,Dnipro,Kyiv,Lviv,Volyn,Zakarpat,Bud,Slavut,Sever,Vostok,Zapad,Yug,Mir,Stal,Les,Zorya,Svit'),
    wordList('torg,bud,trans,servis,invest,prom,export,stroy,land,kontrakt,resurs,agro'),
  ),
)
