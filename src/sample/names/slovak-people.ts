import type { PeopleWords } from './people.ts'

export const SLOVAK_PEOPLE: PeopleWords = {
  men: (
    'Ján,Peter,Jozef,Michal,Martin,Milan,Juraj,Tomáš,Štefan,Marek,František,Miroslav,Vladimír,Lukáš,Ľuboš,Pavol,' +
    'Róbert,Andrej,Jaroslav,Anton,Marián,Igor,Ivan,Roman,Daniel,Matej,Stanislav,Rastislav,Jakub,Dušan,Ľubomír,Patrik,' +
    'Rudolf,Ladislav,Erik,Filip,Branislav,Viliam,Vojtech,Karol,Samuel,Adrián,Dominik,Imrich,Gabriel,Eduard,Július,' +
    'Zoltán,Richard,Norbert,Kamil,Emil,Slavomír'
  ).split(','),
  women: (
    'Mária,Anna,Zuzana,Katarína,Eva,Jana,Helena,Monika,Martina,Lenka,Ľubica,Magdaléna,Margita,Andrea,Alžbeta,Iveta,' +
    'Viera,Daniela,Veronika,Ivana,Jarmila,Jozefína,Silvia,Lucia,Michaela,Emília,Marta,Zdenka,Renáta,Ingrid,Gabriela,' +
    'Natália,Dana,Barbora,Kristína,Božena,Beáta,Irena,Simona,Dominika,Nikola,Petra,Soňa,Alena,Erika,Miroslava,Oľga,' +
    'Adriana,Terézia,Tatiana,Denisa'
  ).split(','),
  surnames: (
    'Horváth,Kováč,Varga,Tóth,Nagy,Baláž,Szabó,Molnár,Balog,Lukáč,Novák,Kovács,Polák,Gajdoš,Hudák,Šimko,Oravec,' +
    'Kollár,Németh,Ďurica,Farkaš,Lakatoš,Takáč,Hudec,Sedlák,Mikuš,Michalík,Ondrejka,Štefan,Juhász,Kučera,Šimek,Blaho,' +
    'Urban,Zeman,Vrábel,Krajčír,Mráz,Kováčik,Marko,Bartoš,Benko,Bielik,Cibula,Čierny,Danko,Dudáš,Ďurčo,Fedor,Gál,' +
    'Greguš,Gregor,Hanus,Hlavatý,Hric,Hruška,Chovanec,Ivan,Jakubec,Janík,Jurčo,Kalina,Kišš,Klement,Kmeť,Koreň,Kostka,' +
    'Kríž,Kubík,Kuchár,Kuruc,Lacko,Lesko,Lipták,Macko,Majer,Malík,Marcin,Matúš,Medveď,Mihalik,Mišík,Nemec,Olejník,' +
    'Palko,Pavlík,Petro,Pokorný,Popovič,Rusnák,Rybár,Sabol,Sýkora,Slivka,Sloboda,Stanko,Suchý,Svoboda,Šarkan,Široký,' +
    'Škoda,Šoltés,Špak,Švec,Tkáč,Tomko,Turčan,Uher,Vaško,Veselý,Vlček,Vojtko,Zajac,Záhradník,Zelenák,Žiak,Žilka,' +
    'Adamec,Babic,Berta,Brezina,Cyprich,Fabian,Galko,Hajduk,Holub,Jančo,Kamenský,Ladič,Mezei,Ontko'
  ).split(','),
  titles: ['Ing.', 'Mgr.', 'MUDr.', 'Bc.', 'JUDr.', 'PhDr.', 'RNDr.', 'Ing. arch.', 'MVDr.', 'PaedDr.'],
}
