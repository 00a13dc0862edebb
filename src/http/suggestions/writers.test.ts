import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deriveRecordId } from '../../records/record-id.ts'
import type { KeyForm } from '../../records/source-key.ts'
import { STATUSES } from '../../records/status.ts'
import { BARE_ADDRESS, BARE_COMPANY } from '../../records/testing/bare-records.ts'
import { formatAddressDetail, formatAttribution } from '../../release/release.ts'
import { companyIndexOf, exampleIndex } from '../../search/testing/indexes.ts'
import { fc } from '../../stdx/testing/properties.ts'
import { exampleSource } from '../testing/example-source.ts'
import { AddressWriter } from './address-writer.ts'
import { CompanyWriter } from './company-writer.ts'

/** Texts of every kind: names of registers, quotes and backslashes, controls, letters of one to four bytes. */
const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({
    unit: fc.constantFrom('"', '\\', '\n', '\u0001', '\u007f', '\u0080', '\u2028', '\uffff', 'a', 'č', 'ÿ', '😀', '/'),
  }),
)
const maybe = fc.option(text, { nil: null })
const day = fc.constantFrom(null, '2026-01-02')

const sourceOf = (name: string, kind: 'company' | 'address', keyForm: KeyForm) => {
  const texts = { code: 'co"de', attribution: 'Ministerstvo \\ {year}' }
  return exampleSource({ name, registry: name, country: 'cz', kind, keyForm, ...texts }, { observedOn: '2026-05-05' })
}

/** Some of the hits, in any order, several of them again: then they were written before. */
const order = fc.array(fc.nat({ max: 99 }), { minLength: 1, maxLength: 30 })

function decode(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString()
}

describe('the hand-written JSON equals that of JSON.stringify', () => {
  const company = fc.record({
    ico: fc.option(fc.constantFrom('00000078', '12345678'), { nil: null }),
    name: text,
    seat: text,
    status: fc.constantFrom(...STATUSES),
    updatedOn: day,
  })

  test('for companies', () => {
    fc.assert(
      fc.property(fc.array(company, { minLength: 1, maxLength: 10 }), order, (companies, order) => {
        const records = companies.map(({ ico, name, seat, status, updatedOn }, i) => ({
          key: 7 * i + 1,
          status,
          company: { ...BARE_COMPANY, ico, name, updatedOn, seat: { ...BARE_COMPANY.seat, unstructured: seat } },
        }))
        const index = companyIndexOf(records)
        const writer = new CompanyWriter(
          'cz',
          { sources: [sourceOf('cz-res', 'company', 'eight-digits')] },
          { index, urlTemplate: 'https://example.org/{country}/{ico}/{source_id}"ž' },
        )
        const found = index.rows.length === 0 ? [] : order.map((i) => ({ document: i % index.rows.length }))
        const plain = found.map(({ document }) => {
          const { key, company, status } = records[index.rows[document]!]!
          const sourceId = String(key).padStart(8, '0')
          return {
            id: deriveRecordId('cz', 'company', sourceId),
            country: 'cz',
            ico: company.ico,
            name: company.name,
            address: company.seat.unstructured,
            status,
            url: `https://example.org/cz/${company.ico ?? ''}/${sourceId}"ž`,
            updated_at: company.updatedOn,
          }
        })
        for (let time = 0; time < 2; time++) assert.equal(decode(writer.write(found)), JSON.stringify(plain))
      }),
      { numRuns: 50 },
    )
  })

  const address = fc.record({
    ...Object.fromEntries(Object.keys(BARE_ADDRESS).map((name) => [name, maybe])),
    country: fc.constant('cz' as const),
    municipality: text,
    latitude: fc.constantFrom(null, 48.1234567, -0, 90),
    longitude: fc.constantFrom(17.1, 1e-7),
    validFrom: day,
  })

  test('for addresses', () => {
    const source = sourceOf('cz-addresses', 'address', 'plain')
    fc.assert(
      fc.property(fc.array(address, { minLength: 1, maxLength: 10 }), order, (addresses, order) => {
        const points = addresses.map((address, i) => ({ key: 7 * i + 1, address: { ...BARE_ADDRESS, ...address } }))
        const index = exampleIndex(points)
        const writer = new AddressWriter(
          'cz',
          { sources: [source] },
          { index, urlTemplate: 'https://vdp.cuzk.gov.cz/vdp/ruian/adresnimista/{source_id}' },
        )
        const shownOf = (document: number, row: number) => (row < 0 ? index.addressOf(document) : index.columns.at(row))
        const found = order.map((i) =>
          i % 2 === 0 && 0 < index.documents
            ? { document: (i >>> 1) % index.documents, row: -1 }
            : { document: -1, row: (i >>> 1) % points.length },
        )
        const plain = found.map(({ document, row }) => {
          const sourceKey = row < 0 ? index.sourceIdOf(document) : String(points[row]!.key)
          const shown = shownOf(document, row)
          const detail = formatAddressDetail(shown, {
            id: deriveRecordId('cz', 'address', sourceKey),
            sourceKey,
            code: 'co"de',
            attribution: formatAttribution(source),
          })
          if (0 <= row) return { ...detail, updated_at: shown.validFrom }
          return {
            ...detail,
            address: { ...detail.address, source_id: null },
            source: { ...detail.source, url: source.dataset.url },
            updated_at: shown.validFrom,
          }
        })
        for (let time = 0; time < 2; time++) assert.equal(decode(writer.write(found)), JSON.stringify(plain))
      }),
    )
  })
})
