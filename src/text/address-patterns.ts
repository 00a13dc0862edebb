/* The patterns of address text. The script of forms has them as they are after they were put together. */

/**
 * What a word or number is beside the names of an address, as far as the text alone can say. It may be a word of a name
 * all the same: only a register knows.
 *
 *     label    of the number behind it: "č.p.", "č. ev.", "súp. č.", "č.", "PSČ"
 *     code     a postal code, in one piece or two
 *     flat     flat, floor, door, block, with its number
 *     other    with its number, which is no house's: a parcel, a post box, a garage
 *     firm     in front, up to its legal form
 *     country, okres ("okr."), street ("ulica"), part ("mestská časť"), place ("obec", "pošta")
 */
export type TokenRole = 'label' | 'code' | 'flat' | 'other' | 'firm' | 'country' | 'okres' | 'street' | 'part' | 'place'

/** Digits with a letter, also behind a slash, or with the end of a range. "II" is a part of a town: "610/II". */
const LETTERS = '((?:\\p{L}\\p{M}*){1,2})(?![\\p{L}\\d])'
const HALF = `(\\d{1,9})(?!\\d)(?:(?:\\s*/\\s*(?!ii|iv|vi|ix)|[-–])?${LETTERS}|(?<!\\d{5})[-–](\\d{1,4}(?!\\d)(?:${LETTERS})?))?`
/** "12 / 3. poschodie" has no second number. */
const NO_FLOOR = '(?!\\.?\\s*(?:posch|podla[zž][ií]|(?:patr[oe]|np)(?!\\p{L}))|\\.\\s*p\\.?\\s*$)'
export const NUMBER = new RegExp(`${HALF}(?:\\s*/\\s*${HALF}${NO_FLOOR})?`, 'iuy')

/** Labels of a house number, beside "č." or "číslo": the first letter says the kind. */
const KIND =
  '(?:p(?:op(?:isne)?)?|s(?:up(?:isne)?)?|e(?:v(?:id(?:encn[ie])?)?)?|d(?:om(?:u|ovni))?|o(?:r(?:ient(?:acn[ie])?)?)?)'
const UNIT = '(?:byt[uy]?|bj|apartman|apt|dver[ei]|vchod|kancelari?a?|miestnost|mistnost|blok|objekt|budova|hala)'
const FLOOR = '(?:posch(?:odi[ae]?)?|patr[oe]|podlazie?|np)'
const BEFORE_NUMBER = '(?=\\.?[ |]\\d)'

export type RoleName = Exclude<TokenRole, 'code'> | 'sign' | 'soft'

/**
 * The words of each role in the line of tokens, and what belongs to them. `soft` is a label, or begins a name: "ev 20"
 * is Evropská 20, too. "p. č." is no label, but the number of a parcel.
 */
const ROLES: readonly (readonly [role: RoleName, words: string])[] = [
  ['label', `(?:(?:c\\.?|cislo) ${KIND}|(?!p[. ])${KIND}\\.? (?:c|cislo)|cp|supc|cev|evc|cislo)${BEFORE_NUMBER}`],
  ['sign', `(?:psc|c\\.)${BEFORE_NUMBER}`],
  ['soft', `(?!\\w[. |])(?:${KIND}|c[eo])${BEFORE_NUMBER}`],
  ['firm', '(?:spol\\.? )?s\\.? r\\.? o|sro|a\\. ?s\\.|as\\.|k\\. ?s\\.|v\\. ?o\\. ?s\\.|o\\. ?z\\.|z\\. ?s\\.'],
  [
    'flat',
    `\\d+\\. p\\.?$|\\d+\\. ${FLOOR}(?!\\.? \\d)|(?<=\\d.*[ |])\\d+\\.? (?:${FLOOR}|${UNIT})(?!\\.? \\d)|prizemie?|suteren|` +
      `(?:c\\. )?(?:${UNIT}|${FLOOR})(?:\\.?(?: c\\.)?(?: [a-z](?=[ |]\\d|\\||$))?(?: [a-z]?\\d{1,4}(?!\\d)[^ |.]*)?)`,
  ],
  [
    'other',
    '(?:(?:parc|parcel[ay]|pozem[eo]k|st|box|prihradka|priecinok|schranka|garaz)\\.?(?: c\\.)? \\d[^ |.]*|k\\.? u)',
  ],
  ['country', '(?:slovenska|slovak|ceska|czech) republi[ck][ay]?|slovensko|slovakia|cesko|czechia|s[rk]|svk|cr|cze?'],
  ['okres', 'okr(?:es|ese)?'],
  ['street', 'ul(?:ic[aei])?'],
  ['part', 'mestska cast|mc'],
  ['place', 'obec|mesto|kraj|posta|casti?'],
]
export const ROLE = new RegExp(
  `[ |](?:${ROLES.map(([role, words]) => `(?<${role}>${words})`).join('|')})\\.?(?=[ |]|$)`,
  'g',
)
