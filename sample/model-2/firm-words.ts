import { readWords } from '../read-table.ts'
import { combine, withShuffledTail, wordList } from './word-list.ts'

/** What names of firms in both countries are made of, the most frequent first. */

/** Glued before and after each other: Eurostav, AGROTRANS, Medtech. */
export const GLUED_STARTS = readWords('firms/glued-starts.txt')
export const GLUED_ENDS = readWords('firms/glued-ends.txt')
export const COMPANY_WORDS = readWords('firms/company-words.txt')
export const ENGLISH = readWords('firms/english-words.txt')
export const ENGLISH_NOUNS = readWords('firms/english-nouns.txt')
/** Names that several firms surely have: of one letter, of digits, of both. */
export const SHORTEST = withShuffledTail(readWords('firms/shortest-names.txt'), [
  ...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
  ...combine([...'ABCDEFGHIJKLMNOPRSTVZ'], [...'ABCDEFGHIJKLMNOPRSTVZ123456789']),
  ...combine([...'123456789'], [...'ABCDFGHKLMPRSTVX']),
  ...combine([...'ABCDEFGHJKLMPRSTVZ'], [...'ABCDEFGHJKLMPRSTVZ'], '+'),
  ...combine([...'ABCDEFGHJKLMPRSTVZ'], [...'ABCDEFGHJKLMPRSTVZ'], ' & '),
])
export const GERMAN_TRADES = readWords('firms/german-trades.txt')
export const HUNGARIAN_TRADES = readWords('firms/hungarian-trades.txt')
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
