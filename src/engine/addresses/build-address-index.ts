import { chunkedU32 } from '../../stdx/chunked-array.ts'
import { narrowPieces } from '../../stdx/narrow-numbers.ts'
import { type SectionSource, writeSections } from '../../stdx/section-file.ts'
import { madeFor } from '../read-index.ts'
import { WordIndexBuilder } from '../words/word-index-builder.ts'
import type { AddressColumns } from './address-columns.ts'
import { type AddressEntities, ENTITY_KINDS, findAddressEntities } from './address-entities.ts'
import { ADDRESS_INDEX } from './address-index.ts'
import { measureEntities } from './entity-measures.ts'
import { shownEntity } from './entity-shown.ts'
import { entityWords } from './entity-words.ts'
import { houseTableSections, NO_STREET } from './house-tables-builder.ts'
import { SpotTable } from './spot-table.ts'

/** Makes the index over finished columns. The same columns give the same file. */
export function buildAddressIndex(columns: AddressColumns, path: string): void {
  writeSections(path, ADDRESS_INDEX, addressIndexSections(columns))
}

export function addressIndexSections(columns: AddressColumns): Record<string, SectionSource> {
  const spots = new SpotTable(columns)
  const entities = findAddressEntities(spots)
  return {
    ...madeFor(columns.length),
    ...entitySections(columns, spots, entities),
    ...houseTableSections(columns, {
      streetOfSpot: streetDocuments(entities),
      groupOfSpot: entities.groups.ofSpot,
      documents: entities.ranked.length,
      groups: entities.groups.count,
    }),
  }
}

function entitySections(
  columns: AddressColumns,
  spots: SpotTable,
  { ranked, groups }: AddressEntities,
): Record<string, SectionSource> {
  const words = new WordIndexBuilder()
  const rows = chunkedU32()
  const hidden = chunkedU32()
  for (const entity of ranked) {
    const shown = shownEntity(spots, entity)
    rows.push(spots.firstRows[shown.spot]!)
    hidden.push(shown.hiddenFields)
    words.add(entityWords(spots, entity, shown))
  }
  const { latitudes, longitudes, newestRows } = measureEntities(columns, ranked)
  return {
    kinds: Uint8Array.from(ranked, ({ kind }) => ENTITY_KINDS.indexOf(kind)),
    rows: rows.pieces(),
    hidden: narrowPieces(hidden.pieces()),
    latitudes,
    longitudes,
    newestRows,
    firstGroups: Uint32Array.from(ranked, (entity) => groups.rangeOf.get(entity)?.first ?? 0),
    ownGroups: Uint8Array.from(ranked, (entity) => (groups.rangeOf.get(entity)?.isFirstOwn ? 1 : 0)),
    endGroups: Uint32Array.from(ranked, (entity) => groups.rangeOf.get(entity)?.end ?? 0),
    ...words.sections(),
  }
}

function streetDocuments({ ranked, streetOfSpot }: AddressEntities): Uint32Array {
  const documents = new Map(ranked.map((entity, document) => [entity, document]))
  return Uint32Array.from(streetOfSpot, (street) => (street === null ? NO_STREET : documents.get(street)!))
}
