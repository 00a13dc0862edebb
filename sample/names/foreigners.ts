import { readWords } from '../read-table.ts'
import type { Origin } from './origins.ts'
import { combine, withShuffledTail, wordList } from './word-list.ts'

/** Known: two of five are called Nguyen, one of ten Tran. */
export const vietnamese = (share: number): Origin => ({
  share,
  inflected: false,
  surnameCurve: { exponent: 1.5, shift: 0 },
  surnames: readWords('foreigners/vietnamese-surnames.txt'),
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

const UKRAINIAN_STEMS = readWords('foreigners/ukrainian-surname-stems.txt')

/** Written in Latin letters as travel documents do. */
export const ukrainian = (share: number): Origin => ({
  share,
  inflected: false,
  surnames: withShuffledTail(
    readWords('foreigners/ukrainian-surnames.txt'),
    combine(UKRAINIAN_STEMS, wordList('enko,chuk,uk,iuk,yk,ych,ets,skyi,iak,iv')),
  ),
  men: readWords('foreigners/ukrainian-first-names-of-men.txt'),
  women: readWords('foreigners/ukrainian-first-names-of-women.txt'),
})

export const german = (share: number): Origin => ({
  share,
  inflected: false,
  surnames: withShuffledTail(
    readWords('foreigners/german-surnames.txt'),
    combine(
      wordList('Alten,Berg,Blumen,Eber,Eisen,Feld,Gold,Grün,Hagen,Holz,Kirch,Linden,Neu,Ober,Rosen,Sand,Stein,Wald'),
      wordList('bauer,berger,feld,hofer,mann,meier,müller,schmidt,stein,thaler,wirth'),
    ),
  ),
  men: readWords('foreigners/german-first-names-of-men.txt'),
  women: readWords('foreigners/german-first-names-of-women.txt'),
})

export const hungarian = (share: number, inflected: boolean): Origin => ({
  share,
  inflected,
  surnames: withShuffledTail(
    readWords('foreigners/hungarian-surnames.txt'),
    combine(
      wordList('Bács,Bödö,Csalló,Dió,Érsek,Füle,Gúta,Győr,Hidas,Ipoly,Kará,Kürt,Lévai,Mada,Nyára,Perbe,Szene,Tornal'),
      wordList('ki,di,si,zi,kői,nyi,sdi,falvi,halmi,vári'),
    ),
  ),
  men: readWords('foreigners/hungarian-first-names-of-men.txt'),
  women: readWords('foreigners/hungarian-first-names-of-women.txt'),
})
