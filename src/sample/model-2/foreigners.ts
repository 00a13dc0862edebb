import type { Origin } from './people.ts'
import { combine, withShuffledTail, wordList } from './word-list.ts'

/** Known: two of five are called Nguyen, one of ten Tran. */
export const vietnamese = (share: number): Origin => ({
  share,
  inflected: false,
  surnameCurve: { exponent: 1.5, shift: 0 },
  surnames: wordList(
    'Nguyen,Tran,Le,Pham,Hoang,Vu,Do,Bui,Dang,Dinh,Ngo,Ha,Luu,Trinh,Phan,Duong,Ly,Dao,Mai,Cao,Luong,Ta,Truong,Doan',
  ),
  men: withShuffledTail(
    ['Van Hung', 'Van Tuan', 'Van Dung', 'Duc Anh', 'Thanh Long', 'Quang Minh'],
    combine(
      wordList('Van,Duc,Thanh,Minh,Quang,Xuan,Huu,Dinh,Cong,Ngoc'),
      wordList('Hung,Dung,Tuan,Anh,Nam,Son,Hai,Long,Thanh,Tien,Cuong,Minh,Duc,Hoang,Manh,Toan,Viet,Khanh'),
      ' ',
    ),
  ),
  women: withShuffledTail(
    ['Thi Hoa', 'Thi Lan', 'Thi Huong', 'Thi Thu', 'Thi Hang', 'Thu Ha'],
    combine(
      wordList('Thi,Thu,Ngoc,Thanh,Minh,Thuy'),
      wordList('Hoa,Lan,Huong,Linh,Trang,Phuong,Hien,Hang,Nga,Mai,Thao,Van,Yen,Ha,Nhung'),
      ' ',
    ),
  ),
})

const UKRAINIAN_STEMS = wordList(
  'Bond,Bondar,Vasyl,Hryts,Dank,Zakhar,Ivan,Kyryl,Koval,Kravch,Lysen,Marty,Melnych,Moroz,Nazar,Oliin,Panas,Petr,' +
    'Prokop,Roman,Sav,Semen,Sydor,Stepan,Tymosh,Tkach,Fedor,Kharch,Shevch,Yakov,Yurch,Bor,Hor,Dov,Zin,Kost,Lev,Mak,' +
    'Ost,Pav,Rud,Sem,Tar,Khom,Cher,Shy',
)

/** Written in Latin letters as travel documents do. */
export const ukrainian = (share: number): Origin => ({
  share,
  inflected: false,
  surnames: withShuffledTail(
    wordList(
      'Shevchenko,Melnyk,Kovalenko,Bondarenko,Boiko,Tkachenko,Kravchenko,Kovalchuk,Koval,Oliinyk,Shevchuk,Polishchuk,' +
        'Tkachuk,Savchenko,Bondar,Marchenko,Rudenko,Moroz,Lysenko,Petrenko,Kravchuk,Klymenko,Pavlenko,Savchuk,Popovych',
    ),
    combine(UKRAINIAN_STEMS, wordList('enko,chuk,uk,iuk,yk,ych,ets,skyi,iak,iv')),
  ),
  men: wordList(
    'Oleksandr,Serhii,Volodymyr,Andrii,Mykola,Vasyl,Ivan,Yurii,Mykhailo,Viktor,Oleh,Petro,Ihor,Dmytro,Vitalii,Anatolii,' +
      'Bohdan,Roman,Ruslan,Taras,Yevhen,Maksym,Pavlo,Stepan',
  ),
  women: wordList(
    'Olena,Nataliia,Oksana,Iryna,Svitlana,Tetiana,Halyna,Mariia,Yuliia,Liudmyla,Olha,Viktoriia,Anna,Nadiia,Valentyna,' +
      'Kateryna,Anastasiia,Inna,Alla,Myroslava',
  ),
})

export const german = (share: number): Origin => ({
  share,
  inflected: false,
  surnames: withShuffledTail(
    wordList(
      'Müller,Schmidt,Schneider,Fischer,Weber,Wagner,Becker,Hofmann,Richter,Klein,Wolf,Neumann,Schwarz,Zimmermann,' +
        'Braun,Krüger,Hartmann,Lange,Werner,Krause,Lehmann,Köhler,König,Mayer,Huber,Kaiser,Fuchs,Scholz,Möller,Weiss,' +
        'Jung,Hahn,Vogel,Winkler,Roth,Beck,Lorenz,Baumann,Franke,Albrecht,Schuster,Ludwig,Böhm,Winter,Gruber,Steiner',
    ),
    combine(
      wordList('Alten,Berg,Blumen,Eber,Eisen,Feld,Gold,Grün,Hagen,Holz,Kirch,Linden,Neu,Ober,Rosen,Sand,Stein,Wald'),
      wordList('bauer,berger,feld,hofer,mann,meier,müller,schmidt,stein,thaler,wirth'),
    ),
  ),
  men: wordList(
    'Thomas,Michael,Andreas,Stefan,Wolfgang,Klaus,Jürgen,Hans,Peter,Markus,Christian,Uwe,Frank,Günter,Horst',
  ),
  women: wordList('Sabine,Petra,Monika,Andrea,Claudia,Susanne,Birgit,Karin,Ursula,Renate,Heike,Christine,Brigitte'),
})

export const hungarian = (share: number, inflected: boolean): Origin => ({
  share,
  inflected,
  surnames: withShuffledTail(
    wordList(
      'Nagy,Szabó,Tóth,Horváth,Varga,Kovács,Molnár,Németh,Farkas,Balogh,Kiss,Papp,Takács,Juhász,Lakatos,Mészáros,Oláh,' +
        'Simon,Rácz,Fekete,Szilágyi,Török,Fehér,Gál,Szűcs,Kocsis,Pintér,Bíró,Lukács,Katona,Fodor,Bognár,Halász,Vörös',
    ),
    combine(
      wordList('Bács,Bödö,Csalló,Dió,Érsek,Füle,Gúta,Győr,Hidas,Ipoly,Kará,Kürt,Lévai,Mada,Nyára,Perbe,Szene,Tornal'),
      wordList('ki,di,si,zi,kői,nyi,sdi,falvi,halmi,vári'),
    ),
  ),
  men: wordList(
    'László,Zoltán,István,József,Gábor,Attila,Tibor,Sándor,Imre,Béla,Ferenc,János,Péter,András,Csaba,Lajos',
  ),
  women: wordList('Ildikó,Katalin,Erzsébet,Éva,Mária,Judit,Tünde,Anikó,Ágnes,Gizella,Zsuzsanna,Piroska,Edit,Melinda'),
})
