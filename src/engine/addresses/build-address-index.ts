import { chunkedU32 } from '../../stdx/chunked-array.ts'
import { narrowPieces } from '../../stdx/narrow-numbers.ts'
import { type SectionSource, writeSections } from '../../stdx/section-file.ts'
import { columnRowsSection } from '../read-index.ts'
import { WordIndexBuilder } from '../words/word-index-builder.ts'
import type { AddressColumns } from './address-columns.ts'
import { type AddressEntities, type CompareEntities, ENTITY_KINDS, findAddressEntities } from './address-entities.ts'
import { ADDRESS_INDEX } from './address-index.ts'
import { DottedNames } from './dotted-names.ts'
import { measureEntities } from './entity-measures.ts'
import { NAME_FIELDS, summarizeEntity } from './entity-summary.ts'
import { listEntityWords } from './entity-words.ts'
import { buildHouseTables, NO_STREET } from './house-tables-builder.ts'
import { NameTableBuilder } from './name-table-builder.ts'
import { SpotTable } from './spot-table.ts'

/** Builds the index of finished columns. Equal columns in equal order give equal files. */
export function buildAddressIndex(columns: AddressColumns, path: string, compare: CompareEntities): void {
  writeSections(path, ADDRESS_INDEX, buildAddressSections(columns, compare))
}

export function buildAddressSections(columns: AddressColumns, compare: CompareEntities): Record<string, SectionSource> {
  const spots = new SpotTable(columns)
  const entities = findAddressEntities(spots, compare)
  const { rangeOf } = entities.groups
  const firstGroups = Uint32Array.from(entities.ranked, (entity) => rangeOf.get(entity)?.first ?? 0)
  const endGroups = Uint32Array.from(entities.ranked, (entity) => rangeOf.get(entity)?.end ?? 0)
  return {
    ...columnRowsSection(columns.length),
    ...buildEntitySections(columns, spots, entities),
    firstGroups,
    endGroups,
    ...buildHouseTables(columns, {
      streetOfSpot: mapStreetDocuments(entities),
      groupOfSpot: entities.groups.ofSpot,
      documents: entities.ranked.length,
      groups: entities.groups.count,
      firstGroups,
      endGroups,
    }),
  }
}

function buildEntitySections(
  columns: AddressColumns,
  spots: SpotTable,
  { ranked, groups }: AddressEntities,
): Record<string, SectionSource> {
  const words = new WordIndexBuilder()
  const names = new NameTableBuilder()
  const dotted = new DottedNames(listStreetNames(spots))
  const rows = chunkedU32()
  const hidden = chunkedU32()
  for (const entity of ranked) {
    const shown = summarizeEntity(spots, entity)
    rows.push(spots.firstRows[shown.spot]!)
    hidden.push(shown.hiddenFields)
    words.add(listEntityWords(spots, entity, { shown, dotted }))
    names.add(spots.text(shown.spot, NAME_FIELDS[entity.kind]) ?? '', entity.kind)
  }
  const { latitudes, longitudes, newestRows } = measureEntities(columns, ranked)
  return {
    kinds: Uint8Array.from(ranked, ({ kind }) => ENTITY_KINDS.indexOf(kind)),
    rows: rows.pieces(),
    hidden: narrowPieces(hidden.pieces()),
    latitudes,
    longitudes,
    newestRows,
    ownGroups: Uint8Array.from(ranked, (entity) => (groups.rangeOf.get(entity)?.isFirstOwn ? 1 : 0)),
    ...words.sections(),
    ...names.sections(listTowns(ranked)),
  }
}

/** The document of each one's municipality. */
function listTowns(ranked: AddressEntities['ranked']): Uint32Array {
  const documents = new Map(ranked.map((entity, document) => [entity, document]))
  return Uint32Array.from(ranked, (entity) => documents.get(entity.municipality ?? entity)!)
}

function mapStreetDocuments({ ranked, streetOfSpot }: AddressEntities): Uint32Array {
  const documents = new Map(ranked.map((entity, document) => [entity, document]))
  return Uint32Array.from(streetOfSpot, (street) => (street === null ? NO_STREET : documents.get(street)!))
}

/** Each name once for every street that has it in a place. */
function* listStreetNames(spots: SpotTable): Generator<string> {
  const numbers = spots.numbers('street')
  for (let spot = 0; spot < numbers.length; spot++) if (numbers[spot] !== 0) yield spots.text(spot, 'street')!
}
