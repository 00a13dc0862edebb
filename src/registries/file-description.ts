import type { ColumnRules } from '../stdx/columns.ts'

/** The fields that a reader expects, compared with those of a file. */
export interface FieldComparison {
  /** The searched place: `the header`, `the first 200 records`. */
  readonly where: string
  readonly found: readonly string[]
  /** Expected fields that are missing. In the header of a table this is an error; a field of a record may be rare. */
  readonly missing: readonly string[]
  readonly unknown: readonly string[]
}

export interface MemberList {
  readonly found: number
  /** Members that are not read, at most twenty of them. */
  readonly others: readonly string[]
}

/** The facts in the name and the beginning of a file. */
export interface FileDescription {
  readonly what: string
  /** The day of the data, or null if the file states none. */
  readonly day: string | null
  /** The place of the day, or its substitute. */
  readonly dayFrom: string
  readonly fields: FieldComparison | null
  /** The members, if the file is an archive. */
  readonly members: MemberList | null
}

export function compareColumns(
  header: readonly string[],
  { required, optional = [], renamed = {}, others }: Omit<ColumnRules<string>, 'file'>,
): FieldComparison {
  const names = header.map((name) => (Object.hasOwn(renamed, name) ? renamed[name]! : name))
  const known = new Set([...required, ...optional])
  return {
    where: 'the header',
    found: header.filter((_, i) => known.has(names[i]!)),
    missing: required.filter((name) => !names.includes(name)),
    unknown: others === 'ignored' ? [] : header.filter((_, i) => !known.has(names[i]!)),
  }
}

export interface KnownFields {
  readonly read: readonly string[]
  /** Fields that the format has and that are not read, each with the reason. */
  readonly unread: Readonly<Record<string, string>>
}

export function compareFields(
  where: string,
  seen: ReadonlySet<string>,
  { read, unread }: KnownFields,
): FieldComparison {
  return {
    where,
    found: read.filter((name) => seen.has(name)),
    missing: read.filter((name) => !seen.has(name)),
    unknown: [...seen].filter((name) => !read.includes(name) && !Object.hasOwn(unread, name)).slice(0, 50),
  }
}
