import { gunzip } from '../../stdx/gunzip.ts'
import { readTar } from '../../stdx/tar.ts'
import { compareFields, type FileDescription } from '../file-description.ts'
import { FIRST_RECORDS, readBeginning } from '../first-records.ts'
import type { SourceFile } from '../registry.ts'
import { acceptArchive } from './arrange.ts'
import { BASIC_DATA, BASIC_FIELDS } from './basic-data.ts'
import { MEMBER_BYTES_MAX } from './read-companies.ts'

export async function describeVr(file: SourceFile): Promise<FileDescription> {
  await acceptArchive(file)
  return {
    what: 'archive of the public registers',
    day: null,
    dayFrom: 'none stated; the day of the import counts',
    fields: compareFields(`${BASIC_DATA} of the first ${FIRST_RECORDS} documents`, await elements(file), BASIC_FIELDS),
    members: null,
  }
}

/** The names of the elements in Zakladni_udaje; fewer, without an error, if the archive breaks off. */
async function elements(file: SourceFile): Promise<Set<string>> {
  const seen = new Set<string>()
  let documents = 0
  await readBeginning((enough) =>
    readTar(
      gunzip({ path: file.path, file: file.name, progress() {} }),
      { file: file.name, memberBytesMax: MEMBER_BYTES_MAX },
      {
        member(_, content) {
          for (const name of elementsOf(content.toString('utf8'))) seen.add(name)
          documents += 1
          if (FIRST_RECORDS <= documents) throw enough
        },
        afterBlock: async () => {},
      },
    ),
  )
  return seen
}

const PARTS = new RegExp(`<(?:[\\w.-]+:)?${BASIC_DATA}>([\\s\\S]*?)</(?:[\\w.-]+:)?${BASIC_DATA}>`, 'g')
/** Their content differs from document to document and is not read. */
const UNREAD_TREES = /<((?:[\w.-]+:)?Cinnosti)\b[\s\S]*?<\/\1>/g
const OPENING = /<(?:[\w.-]+:)?([\w.-]+)[\s/>]/g

function* elementsOf(document: string): Generator<string> {
  for (const [, part] of document.matchAll(PARTS)) {
    for (const [, name] of part!.replace(UNREAD_TREES, '').matchAll(OPENING)) yield name!
  }
}
