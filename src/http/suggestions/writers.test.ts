import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { deriveRecordId } from '../../records/record-id.ts'
import type { KeyForm } from '../../records/source-key.ts'
import { STATUSES } from '../../records/status.ts'
import { BARE_ADDRESS } from '../../records/testing/bare-records.ts'
import { formatAddressDetail, formatAttribution, type ManifestSource } from '../../release/release.ts'
import type { AddressHit, CompanyHit } from '../../search/search.ts'
import { AddressWriter } from './address-writer.ts'
import { CompanyWriter } from './company-writer.ts'
import { quoteJson } from './json-text.ts'

/** Texts of every kind: names of registers, quotes and backslashes, controls, halves of pairs. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom('"', '\\', '\n', '\u0000', '\u007f', '\u2028', '\ud800', '\udc00', 'č', '😀', '/'),
  }),
)
const maybe = fc.option(text, { nil: null })
const day = fc.constantFrom(null, '2026-01-02')

const SOURCE = (name: string, kind: 'company' | 'address', keyForm: KeyForm): ManifestSource => ({
  dataset: {
    ...{
      name,
      registry: name,
      country: 'cz',
      kind,
      code: 'co"de',
      dataset: 'd',
      url: 'https://example.org/"',
      notice: '',
    },
    ...{ attribution: 'Ministerstvo \\ {year}', license: '', licenseUrl: '', rhythmDays: 1, keyForm },
  },
  ...{ observedOn: '2026-05-05', missingDays: [], importedAt: '', generation: 1 },
})

describe('the hand-written JSON equals that of JSON.stringify', () => {
  test('for any text', () => {
    fc.assert(fc.property(text, (one) => assert.equal(quoteJson(one), JSON.stringify(one))))
  })

  const company = fc.record({
    key: fc.nat(99_999_999),
    ico: fc.option(fc.constant('00000078'), { nil: null }),
    name: text,
    address: text,
    status: fc.constantFrom(...STATUSES),
    updatedOn: day,
  })

  test('for companies', () => {
    const writer = new CompanyWriter(
      'cz',
      { sources: [SOURCE('cz-res', 'company', 'eight-digits')] },
      'https://example.org/{ico}/{source_id}"',
    )
    fc.assert(
      fc.property(fc.array(company, { maxLength: 10 }), (companies) => {
        const plain = companies.map(({ key, ico, name, address, status, updatedOn }) => {
          const sourceId = String(key).padStart(8, '0')
          const url = `https://example.org/${ico ?? ''}/${sourceId}"`
          return {
            id: deriveRecordId('cz', 'company', sourceId),
            country: 'cz',
            ico,
            name,
            address,
            status,
            url,
            updated_at: updatedOn,
          }
        })
        const hits = companies.map((one) => ({ company: one }) as CompanyHit)
        assert.equal(writer.write(hits), JSON.stringify(plain))
      }),
    )
  })

  const address = fc.record({
    ...Object.fromEntries(Object.keys(BARE_ADDRESS).map((name) => [name, maybe])),
    municipality: text,
    latitude: fc.constantFrom(null, 48.1234567, -0, 90),
    longitude: fc.constantFrom(17.1, 1e-7),
    validFrom: day,
  })

  test('for addresses', () => {
    const source = SOURCE('cz-addresses', 'address', 'plain')
    const writer = new AddressWriter(
      'cz',
      { sources: [source] },
      'https://vdp.cuzk.gov.cz/vdp/ruian/adresnimista/{source_id}',
    )
    const hit = fc.record({
      given: address,
      kind: fc.constantFrom('point', 'street', 'place'),
      sourceId: fc.constantFrom('42', 'street:1:"ž'),
    })
    fc.assert(
      fc.property(fc.array(hit, { maxLength: 10 }), (all) => {
        const hits = all.map(({ given, kind, sourceId }) => {
          const known = { ...BARE_ADDRESS, ...given, country: 'cz' }
          return {
            kind,
            sourceId,
            address: known,
            dataset: kind === 'point' ? 0 : null,
            updatedOn: given.validFrom,
          } as unknown as AddressHit
        })
        const plain = hits.map(({ kind, sourceId, address: shown, updatedOn }) => {
          const id = deriveRecordId('cz', 'address', sourceId)
          const detail = formatAddressDetail(shown, {
            id,
            sourceKey: sourceId,
            code: 'co"de',
            attribution: formatAttribution(source),
          })
          if (kind === 'point') return { ...detail, updated_at: updatedOn }
          const withoutKey = { ...detail.address, source_id: null }
          return {
            ...detail,
            address: withoutKey,
            source: { ...detail.source, url: source.dataset.url },
            updated_at: updatedOn,
          }
        })
        assert.equal(writer.write(hits), JSON.stringify(plain))
      }),
    )
  })
})
