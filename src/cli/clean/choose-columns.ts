import { InputError } from '../../stdx/input-error.ts'
import { foldLetters } from '../../text/fold-letters.ts'
import { type ListFormat, readRows } from './list-file.ts'

export type Kind = 'addresses' | 'companies'

/** What a column may hold, and headers that say so, folded, in the order in which they are looked for. */
const ROLES: Readonly<Record<Kind, Readonly<Record<string, RegExp>>>> = {
  addresses: {
    postcode: /^(psc|zip|post ?code|postal ?code|postovni smerovaci cislo|postove smerovacie cislo)\b/,
    number:
      /^(cislo( domu| popisne| supisne| orientacne| orientacni)?|(supisne|popisne|orientacne|orientacni|domove) cislo|c ?[po]|c ?domu|house ?number)$/,
    part: /^(cast|mestska cast|cast (obce|mesta)|district)$/,
    town: /^(mesto|obec|mesto obec|town|city|sidlo mesto)$/,
    street: /^(ulica|ulice|street)\b/,
    address: /^(adresa|address|sidlo)\b/,
  },
  companies: {
    ico: /^(ico|ic|company (number|id)|reg(istration)? number)$/,
    name: /^(nazov|nazev|firma|meno|jmeno|obchodn[aei] (meno|nazov|jmeno|nazev|firma)|spolocnost|spolecnost|company|name)\b/,
    town: /^(mesto|obec|sidlo|town|city)\b/,
  },
}
const CONTENT: Readonly<Record<string, RegExp>> = { postcode: /^\d{3} ?\d{2}$/, ico: /^\d{8}$/ }
const ROWS_READ = 200
/** How many of the filled cells must look so. */
const MOST = 0.8

/** The position of each role's column. */
export type Columns = Readonly<Record<string, number>>

/** Reads "street=Ulica,number=Číslo". An option with one pair may have commas in its header. */
export function readColumns(kind: Kind, options: readonly string[], { columns, path }: ListFormat): Columns {
  const found: Record<string, number> = {}
  const roles = Object.keys(ROLES[kind])
  for (const option of options) {
    const isWhole = columns.includes(option.slice(option.indexOf('=') + 1))
    for (const pair of isWhole ? [option] : option.split(',')) {
      const [role, header] = [pair.slice(0, pair.indexOf('=')).trim(), pair.slice(pair.indexOf('=') + 1).trim()]
      if (!roles.includes(role)) throw new InputError(`--column ${pair}: expected ${roles.join(', ')} before "=".`)
      if (found[role] !== undefined) throw new InputError(`--column names ${role} twice. Name one column for it.`)
      found[role] = findColumn(header, columns, path)
      if (columns.indexOf(header) !== found[role])
        throw new InputError(`${path} has two columns "${header}". Rename one of them.`)
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

/** Proposes columns from the header, and where that says nothing from the first rows. */
export async function proposeColumns(kind: Kind, format: ListFormat): Promise<Columns> {
  const found: Record<string, number> = {}
  const isFree = (at: number): boolean => !Object.values(found).includes(at)
  const headers = format.columns.map((column) =>
    foldLetters(column)
      .replaceAll(/[^a-z0-9]+/g, ' ')
      .trim(),
  )
  for (const [role, form] of Object.entries(ROLES[kind])) {
    const at = headers.findIndex((header, i) => isFree(i) && form.test(header))
    if (0 <= at) found[role] = at
  }
  const rows: (readonly string[])[] = []
  for await (const { fields } of readRows(format)) {
    if (fields !== undefined) rows.push(fields)
    if (ROWS_READ < rows.length) break
  }
  for (const [role, form] of Object.entries(CONTENT)) {
    if (!(role in ROLES[kind]) || found[role] !== undefined) continue
    const at = headers.findIndex((_, i) => {
      const cells = rows
        .slice(1)
        .map((fields) => fields[i]?.trim() ?? '')
        .filter((cell) => cell !== '')
      return isFree(i) && cells.length !== 0 && MOST * cells.length <= cells.filter((cell) => form.test(cell)).length
    })
    if (0 <= at) found[role] = at
  }
  // A street that has a column of its own needs no line, which may be anything else.
  if (found.street !== undefined) delete found.address
  return found
}

/** As the option has them: `street=Ulica,postcode=PSČ`. */
export function formatColumns(found: Columns, { columns }: ListFormat): string {
  return Object.entries(found)
    .map(([role, at]) => `${role}=${columns[at]}`)
    .join(',')
}
