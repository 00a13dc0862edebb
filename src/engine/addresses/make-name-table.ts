import type { SectionArray, SectionSource } from '../../stdx/section-file.ts'
import { sharePieces } from '../../stdx/share-pieces.ts'
import type { EntityKind } from './address-entities.ts'
import { NAMES } from './name-table.ts'
import { NameTableBuilder } from './name-table-builder.ts'

export function hasNameTable(sections: ReadonlyMap<string, SectionArray>): boolean {
  return sections.has(`${NAMES}nameOf`)
}

/** A question to an index. */
interface NamedDocuments {
  readonly documents: number
  kindOf(document: number): EntityKind
  nameOf(document: number): string
  sourceIdOf(document: number): string
  townIdOf(document: number): string
}

/** The table of an index that was made by a version before it, in shared memory. */
export function makeNameTable(index: NamedDocuments): [string, SectionArray][] {
  const builder = new NameTableBuilder()
  const municipalities = new Map<string, number>()
  for (let document = 0; document < index.documents; document++) {
    const kind = index.kindOf(document)
    builder.add(index.nameOf(document), kind)
    if (kind === 'municipality') municipalities.set(index.sourceIdOf(document), document)
  }
  const towns = Uint32Array.from({ length: index.documents }, (_, i) => municipalities.get(index.townIdOf(i)) ?? i)
  return Object.entries(builder.sections(towns)).map(([name, source]) => [name, share(source)])
}

function share(source: SectionSource): SectionArray {
  return sharePieces(Array.isArray(source) ? (source as readonly SectionArray[]) : [source as SectionArray])
}
