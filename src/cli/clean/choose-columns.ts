import { InputError } from '../../stdx/input-error.ts'
import { foldLetters } from '../../text/fold-letters.ts'
import { type ListFormat, readRows } from './list-file.ts'

export type Kind = 'addresses' | 'companies'

const COUNTRY =
  /^(kod )?(krajin[ay]|zeme|statu?|nazev statu|country( code| name| iso| id| region| key)?|id ?(zeme|country))$/
const TOWN = '(mesto|mesta|misto|miesto|obec|obce|town|city|village|municipality|lokalita|sidlo)'
const TOWNS = new RegExp(
  `^((psc|zip) )?((nazov|nazev) )?${TOWN}( ${TOWN})?( (psc|zip|name|text|nazov|nazev))?$|^obec text$`,
)
const NUMBER =
  '(c|cis|cisl[oa]|number|no|nr|domu?|domov[en]i?|popis[ne]+|supis[ne]+|orientac\\w*|evidenc\\w*|pop|sup|or|orient|ev|p|o|s|d)'
const ADDRESS = /\b(adres[ay]|address|textadr|addr|adr|sidlo|bydlisko|bydliste)\b/
const IS_OTHER = /\b(e|e?mail|ip|web|www|url|2|3|id|kod|code|typ|type|poznamka|note)\b/

/**
 * What a column may hold, and headers that say so, folded and without a qualifier, in the order in which they are
 * looked for.
 */
const ROLES: Readonly<Record<Kind, readonly (readonly [role: string, header: RegExp])[]>> = {
  addresses: [
    ['postcode', /^(psc|zip|zip ?code|zip postal code|post ?code|postal ?code|post\w* smer\w* cislo)( (obce|mesta))?$/],
    [
      'number',
      new RegExp(
        `^(?!(c|p|o|s|d|no|nr|or|p c)$)${NUMBER}( ${NUMBER})*$|^(c ?[podse]|cdom|cor|cp|ce|pop ?cislo|or ?cislo)$|^(house|building|street|property registration) ?(number|no|nr)$|^(znak|pismeno) \\w*( orientac\\w*)?$|^building index$`,
      ),
    ],
    ['part', /^((nazov|nazev|mestska) )?casti?( (obce|mesta))?$|^(cobce text|city part|district|suburb)$/],
    ['part', /^(nazev )?momc$/],
    ['town', TOWNS],
    [
      'street',
      new RegExp(`^((nazov|nazev) )?(ulic[ae]|ul|street)( (${NUMBER}|name|address|text|line|1|house|nazov|nazev))*$`),
    ],
    ['address', ADDRESS],
    ['country', COUNTRY],
  ],
  companies: [
    [
      'ico',
      /^(\w+ )?(ico|ic)$|^(company (number|id|no)|reg(istration)? (number|no)|identifik\w* cislo.*|org ident number|business id|crn)$/,
    ],
    ['name', /^(obchod\w* )?(firma|firmy|spolocnost|spolecnost|company|organizacia|organizace)( (nazov|nazev|name))?$/],
    ['name', /^(obchod\w* )?(nazov|nazev|name|meno|jmeno)( (?!obc|mest|ulic|kraj|okres|cast|momc|stat)\w+)*$/],
    ['name', /^(skola|subjekt|odberatel|dodavatel|zakaznik|klient|partner|customer|supplier|client)( name)?$/],
    ['town', TOWNS],
    ['town', ADDRESS],
    ['country', COUNTRY],
  ],
}
/** One of two addresses in a row is taken: that of the invoice, of the delivery, of the seat. */
const QUALIFIER =
  /\b(bill(ing)?|invoice|fakt\w*|ship(ping)?|deliver\w*|dodac\w*|doruc\w*|koresp\w*|official|obch(odna|odni)?|sidl[ao]|firm[ay]|company(?! (id|n))|customer|zakazn\w*|klienta?|odber\w*|skoly|trval\w*)\b/g
const CONTENT: Readonly<Record<string, RegExp>> = { postcode: /^\d{3} ?\d{2}$/, ico: /^\d{8}$/ }
const ROWS_READ = 200
/** How many of the filled cells must look so. */
const MOST = 0.8

/** The columns of each role. Those of `number` are the two numbers of a house, and its letter. */
export type Columns = Readonly<Record<string, readonly number[]>>

/** Reads "street=Ulica,number=Číslo". An option with one pair may have commas in its header. */
export function readColumns(kind: Kind, options: readonly string[], { columns, path }: ListFormat): Columns {
  const found: Record<string, number[]> = {}
  const roles = [...new Set(ROLES[kind].map(([role]) => role))]
  for (const option of options) {
    const isWhole = columns.includes(option.slice(option.indexOf('=') + 1))
    for (const pair of isWhole ? [option] : option.split(',')) {
      const [role, header] = [pair.slice(0, pair.indexOf('=')).trim(), pair.slice(pair.indexOf('=') + 1).trim()]
      if (!roles.includes(role)) throw new InputError(`--column ${pair}: expected ${roles.join(', ')} before "=".`)
      if (found[role] !== undefined && role !== 'number')
        throw new InputError(`--column names ${role} twice. Name one column for it.`)
      const at = findColumn(header, columns, path)
      if (columns.indexOf(header) !== at)
        throw new InputError(`${path} has two columns "${header}". Rename one of them.`)
      found[role] = [...(found[role] ?? []), at]
    }
  }
  return found
}

/** Of two columns with one header the last: a customer's list may have a column `choice`. */
export function findColumn(header: string, columns: readonly string[], path: string): number {
  const at = columns.lastIndexOf(header)
  if (0 <= at) return at
  throw new InputError(`${path} has no column "${header}". Its columns are ${columns.join(', ')}.`)
}

/** What a row has for a role: "12" and "5" of two columns are "12/5", and a letter stands behind. */
export function readCell(fields: readonly string[], columns: readonly number[] = []): string {
  const cells = columns.map((at) => fields[at]?.trim() ?? '').filter((cell) => cell !== '' && cell !== '0')
  return columns.length < 2 ? (fields[columns[0]!] ?? '') : cells.join('/').replaceAll(/\/(?=\p{L}$)/gu, '')
}

export type FirstRows = readonly { readonly line: number; readonly fields: readonly string[] }[]

/** The rows behind the header from which columns and mistakes are read. */
export async function readFirstRows(format: ListFormat): Promise<FirstRows> {
  const rows: { line: number; fields: readonly string[] }[] = []
  for await (const { line, fields } of readRows(format)) {
    if (1 < line && fields !== undefined) rows.push({ line, fields })
    if (rows.length === ROWS_READ) break
  }
  return rows
}

/** Proposes columns from the header, and where that says nothing from the first rows. */
export function proposeColumns(kind: Kind, { columns }: ListFormat, rows: FirstRows): Columns {
  const headers = columns.map((column) => readHeader(kind, column))
  const sets = new Map<string, Record<string, number[]>>()
  for (const [role] of ROLES[kind].filter(([role], i, all) => all.findIndex(([other]) => other === role) === i)) {
    for (const [i, header] of headers.entries()) {
      if (header?.role !== role) continue
      const set = sets.getOrInsert(header.qualifier, {})
      const own = set[role]
      // A second column is read only of numbers; else a better word wins.
      if (own === undefined || header.rank < headers[own[0]!]!.rank) set[role] = [i]
      else if (role === 'number') own.push(i)
    }
  }
  const bySize = [...sets.values()].toSorted((a, b) => Object.keys(b).length - Object.keys(a).length)
  // Parts of two addresses are no address.
  const found: Record<string, number[]> =
    kind === 'companies' ? Object.assign({}, ...bySize.toReversed()) : { ...sets.get(''), ...bySize[0] }
  for (const [role, form] of Object.entries(CONTENT)) {
    if (!ROLES[kind].some(([one]) => one === role) || found[role] !== undefined) continue
    const taken = new Set(Object.values(found).flat())
    const at = columns.findIndex((_, i) => !taken.has(i) && looksMostly(rows, i, form))
    if (0 <= at) found[role] = [at]
  }
  // A street that has a column of its own needs no line, which may be anything else.
  if (found.street !== undefined) delete found.address
  return found
}

interface Header {
  readonly role: string
  /** The place of its word in `ROLES`. */
  readonly rank: number
  readonly qualifier: string
}

export function readHeader(kind: Kind, column: string): Header | undefined {
  const all = foldLetters(column.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '))
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .replaceAll(/(?<=[a-z])1$/g, ' 1')
    .replaceAll(/ (a|and) (?=\w)/g, ' ')
    .replace(/ 1 2\b/, ' 1')
    .replace(/\badres[ay] (?=(ulic|mest|mist|obec|psc|cisl|krajin|stat))/, '')
    .trim()
  const [first] = all.match(QUALIFIER) ?? ['']
  const [withoutFirst, plain] = [all.replace(first, ''), all.replaceAll(QUALIFIER, '')].map((text) =>
    text.replaceAll(/ +/g, ' ').trim(),
  ) as [string, string]
  for (const text of [all, withoutFirst, plain]) {
    const rank = ROLES[kind].findIndex(([, form]) => form.test(text) && !(form === ADDRESS && IS_OTHER.test(text)))
    if (rank < 0) continue
    const role = ROLES[kind][rank]![0]
    const isAlone = plain === '' || (kind === 'companies' && role !== 'town')
    return { role, rank, qualifier: isAlone ? '' : first.slice(0, 4) }
  }
  return undefined
}

/** Whether most of the filled cells of a column look so. */
export function looksMostly(rows: FirstRows, at: number, form: RegExp): boolean {
  const cells = rows.map(({ fields }) => fields[at]?.trim() ?? '').filter((cell) => cell !== '')
  return cells.length !== 0 && MOST * cells.length <= cells.filter((cell) => form.test(cell)).length
}

/** As the option has them: `street=Ulica,postcode=PSČ`. */
export function formatColumns(found: Columns, { columns }: ListFormat): string {
  return Object.entries(found)
    .flatMap(([role, own]) => own.map((at) => `${role}=${columns[at]}`))
    .join(',')
}
