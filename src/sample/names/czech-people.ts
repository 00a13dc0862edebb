import type { PeopleWords } from './people.ts'

export const CZECH_PEOPLE: PeopleWords = {
  men: (
    'Jiří,Jan,Petr,Josef,Pavel,Martin,Tomáš,Jaroslav,Miroslav,Zdeněk,Václav,František,Michal,Milan,Jakub,Lukáš,Karel,' +
    'David,Vladimír,Ladislav,Ondřej,Roman,Stanislav,Marek,Radek,Daniel,Antonín,Vojtěch,Filip,Adam,Miloslav,Matěj,' +
    'Aleš,Jaromír,Libor,Dominik,Patrik,Vlastimil,Jindřich,Miloš,Oldřich,Lubomír,Rudolf,Ivan,Luboš,Robert,Štěpán,' +
    'Radim,Richard,Bohumil,Matyáš,Vít,Ivo,Rostislav'
  ).split(','),
  women: (
    'Jana,Marie,Eva,Hana,Anna,Lenka,Kateřina,Věra,Lucie,Alena,Petra,Jaroslava,Veronika,Martina,Jitka,Tereza,Ludmila,' +
    'Helena,Michaela,Zdeňka,Ivana,Jarmila,Monika,Zuzana,Jiřina,Markéta,Eliška,Marcela,Barbora,Dagmar,Dana,Kristýna,' +
    'Vlasta,Irena,Miroslava,Klára,Božena,Pavla,Libuše,Marta,Andrea,Nikola,Šárka,Renata,Iveta,Gabriela,Nela,Adéla,' +
    'Simona,Blanka,Růžena,Milada,Denisa,Romana,Olga'
  ).split(','),
  surnames: (
    'Novák,Svoboda,Novotný,Dvořák,Černý,Procházka,Kučera,Veselý,Krejčí,Horák,Němec,Marek,Pospíšil,Pokorný,Hájek,Král,' +
    'Jelínek,Růžička,Beneš,Fiala,Sedláček,Doležal,Zeman,Kolář,Navrátil,Čermák,Vaněk,Urban,Blažek,Kříž,Kovář,' +
    'Kratochvíl,Bartoš,Vlček,Polák,Kopecký,Musil,Šimek,Konečný,Malý,Čech,Holub,Staněk,Štěpánek,Kadlec,Dostál,Soukup,' +
    'Šťastný,Mareš,Sýkora,Moravec,Tichý,Valenta,Vávra,Matoušek,Bláha,Říha,Ševčík,Bureš,Hruška,Mašek,Dušek,Pavlík,' +
    'Havlíček,Janda,Mach,Hrubý,Müller,Liška,Beran,Kašpar,Toman,Tůma,Štěrba,Bednář,Jaroš,Vítek,Slavík,Bartůněk,' +
    'Zelenka,Ptáček,Žák,Strnad,Horáček,Souček,Macháček,Fišer,Hlaváček,Kubát,Smetana,Adámek,Brož,Cibulka,Dlouhý,Ertl,' +
    'Formánek,Havránek,Hrdlička,Chalupa,Jirák,Kalina,Lacina,Mráz,Nečas,Ondráček,Pešek,Rada,Sobotka,Škoda,Tesař,Uhlíř,' +
    'Vondráček,Zajíc,Žáček,Bouška,Červinka,Drábek,Faltýnek,Gruber,Hanák,Hejda,Janoušek,Kafka,Lukeš,Merta,Nedvěd'
  ).split(','),
  titles: ['Ing.', 'Mgr.', 'Bc.', 'MUDr.', 'JUDr.', 'MVDr.', 'PhDr.', 'RNDr.', 'Ing. arch.', 'DiS.'],
}
