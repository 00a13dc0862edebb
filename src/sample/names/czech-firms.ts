import type { CompanyWords } from './company-names.ts'
import { CZECH_PEOPLE } from './czech-people.ts'

export const CZECH_FIRMS: CompanyWords = {
  people: CZECH_PEOPLE,
  trades: (
    'stavby,Trade,CZ,Bohemia,Group,Consulting,servis,Invest,reality,transport,gastro,Solutions,development,projekt,' +
    'elektro,plus,Studio,obchod,interiéry,okna,klima,Logistics,Energy,Systems,Czech,dřevo,kov,zahrady,auto,medical,' +
    'dental,catering,cestovní kancelář,účetnictví,Media,Digital,bydlení,agro,farma,lesy,sklo,tisk,security,Partners,' +
    'Capital,Property,Holding,Moravia,stroje,nemovitosti'
  ).split(','),
  shops: (
    'Autoservis,Pneuservis,Květinářství,Pekařství,Stavebniny,Lékárna,Restaurace,Penzion,Potraviny,Truhlářství,' +
    'Zámečnictví,Autodoprava,Kadeřnictví,Ordinace,Vinařství,Cukrárna,Elektroinstalace,Topení,Tiskárna,Papírnictví,' +
    'Řeznictví,Knihkupectví,Čistírna,Zednictví'
  ).split(','),
}
