import type { StandIn } from '../remote.ts'

/** The frequent legal forms, for a first import while the host of the list does not answer. The others have no name. */
export const KNOWN_LEGAL_FORMS: StandIn = {
  title: 'the list of legal forms',
  day: '2026-11-29',
  isGood: (head) => /kodcis/i.test(head),
  text: `KODCIS,CHODNOTA,TEXT
56,101,Fyzická osoba podnikající dle živnostenského zákona
56,105,Fyzická osoba podnikající dle jiných zákonů než živnostenského a zákona o zemědělství
56,107,Zemědělský podnikatel - fyzická osoba
56,111,Veřejná obchodní společnost
56,112,Společnost s ručením omezeným
56,113,Komanditní společnost
56,117,Nadace
56,118,Nadační fond
56,121,Akciová společnost
56,141,Obecně prospěšná společnost
56,145,Společenství vlastníků jednotek
56,161,Ústav
56,205,Družstvo
56,301,Státní podnik
56,325,Organizační složka státu
56,331,Příspěvková organizace
56,361,Veřejnoprávní instituce
56,421,Odštěpný závod zahraniční právnické osoby
56,424,Zahraniční fyzická osoba
56,706,Spolek
56,721,Církve a náboženské společnosti
56,736,Pobočný spolek
56,801,Obec
56,932,Evropská společnost
56,961,Svěřenský fond
`,
}
