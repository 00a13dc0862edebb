import { openZip } from '../../stdx/zip.ts'
import { compareColumns, type FileDescription, type MemberList } from '../file-description.ts'
import type { SourceFile } from '../registry.ts'
import { acceptFile } from './arrange.ts'
import { dayOfName, type FileKind } from './files.ts'
import { listHeader } from './places.ts'
import { firstHeader, openPoints, POINT_COLUMNS, pointMembers } from './points-zip.ts'

const WHAT: Readonly<Record<FileKind, string>> = {
  points: 'address places of RÚIAN, the whole state',
  hierarchy: 'strukt_ADR: the okres and kraj of each část obce',
  counties: 'UI_OKRES: names of okresy',
  regions: 'UI_VUSC: names of kraje',
  'other list': 'code list of RÚIAN; not read',
}

export async function describeAddresses(file: SourceFile): Promise<FileDescription> {
  const kind = await acceptFile(file)
  const what = WHAT[kind]
  if (kind === 'points') {
    await using zip = await openPoints(file)
    const { columns } = await firstHeader(file, zip)
    const read = new Set(pointMembers(file, zip).map(({ name }) => name))
    return {
      what,
      day: dayOfName(file),
      dayFrom: 'the name of the file, which its members must repeat',
      fields: compareColumns(columns, POINT_COLUMNS),
      members: listed(
        zip.members.map(({ name }) => name),
        (name) => read.has(name),
      ),
    }
  }
  if (kind === 'other list') return { what, ...NO_DAY, fields: null, members: null }
  const { header, rules, member } = await listHeader(file, kind)
  return {
    what,
    ...(kind === 'hierarchy' ? { day: dayOfName(file), dayFrom: 'the name of the file' } : NO_DAY),
    fields: compareColumns(header, rules),
    members: member === null ? null : await membersOf(file, member),
  }
}

const NO_DAY = { day: null, dayFrom: 'none stated; not needed' } as const

async function membersOf(file: SourceFile, member: RegExp): Promise<MemberList> {
  await using zip = await openZip(file.path, { file: file.name, memberBytesMax: 0 })
  return listed(
    zip.members.map(({ name }) => name),
    (name) => member.test(name),
  )
}

const OTHERS_MAX = 20

function listed(names: readonly string[], isRead: (name: string) => boolean): MemberList {
  const others = names.filter((name) => !isRead(name))
  return { found: names.length - others.length, others: others.slice(0, OTHERS_MAX) }
}
