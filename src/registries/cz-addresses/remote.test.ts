import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { RemoteSet } from '../remote.ts'
import { CZ_ADDRESSES_REMOTE } from './remote.ts'

const { addresses } = CZ_ADDRESSES_REMOTE

async function setFrom(feed: string, own: Partial<typeof addresses> = {}): Promise<RemoteSet> {
  const { sets } = await CZ_ADDRESSES_REMOTE.find({
    addresses: { ...addresses, ...own },
    applied: { lastInit: null, lastDay: null, missingDays: [] },
    givenUpUntil: '2026-06-01',
    readPage: async (_, parse) => parse(feed),
  })
  assert.equal(sets.length, 1)
  return sets[0]!
}

function feed(...hrefs: readonly string[]): string {
  const entries = hrefs.map((href) => `<entry><title>CSV</title><link rel="alternate" href="${href}"/></entry>`)
  return `<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom"><link href="https://a.example/20301231_OB_ADR_csv.zip"/>${entries.join('')}</feed>`
}

const FOLDER = 'https://vdp.cuzk.gov.cz/vymenny_format/csv'

describe('the downloads of the Czech addresses', () => {
  test('are the file that the feed links to, the structure of the same date, and the lists of names', async () => {
    const set = await setFrom(feed(`${FOLDER}/20260731_OB_ADR_csv.zip`))
    assert.deepEqual(
      set.files.map(({ name, url, role }) => [role, name, url]),
      [
        ['data', '20260731_OB_ADR_csv.zip', `${FOLDER}/20260731_OB_ADR_csv.zip`],
        ['list', '20260731_strukt_ADR.csv.zip', `${FOLDER}/20260731_strukt_ADR.csv.zip`],
        ['list', 'UI_OKRES.zip', 'https://services.cuzk.gov.cz/sestavy/cis/UI_OKRES.zip'],
        ['list', 'UI_VUSC.zip', 'https://services.cuzk.gov.cz/sestavy/cis/UI_VUSC.zip'],
      ],
    )
    assert.equal(set.wanted, 'if_new')
  })

  test('have the newest of several entries, whatever else is linked', async () => {
    const set = await setFrom(
      feed(
        `${FOLDER}/20260630_OB_ADR_csv.zip`,
        `${FOLDER}/20260831_OB_ADR_csv.zip`,
        `${FOLDER}/20260731_OB_ADR_csv.zip`,
        `${FOLDER}/20260930_OB_554782_ADR.csv.zip`,
        `${FOLDER}/ad-csv-struktura.pdf`,
        'http://unencrypted.example/20261031_OB_ADR_csv.zip',
        'file:///etc/20261130_OB_ADR_csv.zip',
      ),
    )
    assert.equal(set.title, 'addresses of 20260831')
  })

  test('a link of a mirror may be relative to the feed, and a mirror within one’s own network unencrypted', async () => {
    const own = { feed: 'http://mirror.example/ruian/feed.xml', structure: 'http://mirror.example/ruian/{date}_s.zip' }
    const { files } = await setFrom(feed('csv/20260731_OB_ADR_csv.zip'), own)
    assert.equal(files[0]!.url, 'http://mirror.example/ruian/csv/20260731_OB_ADR_csv.zip')
    assert.equal(files[1]!.url, 'http://mirror.example/ruian/20260731_s.zip')
    assert.equal(files[1]!.name, '20260731_strukt_ADR.csv.zip')
  })

  const refused: readonly [string, string, RegExp][] = [
    ['without such a link', feed(`${FOLDER}/other.zip`), /the feed links to no YYYYMMDD_OB_ADR_csv\.zip/],
    [
      'that is cut off',
      feed(`${FOLDER}/20260731_OB_ADR_csv.zip`).slice(0, -10),
      /the document is incomplete or not well-formed/,
    ],
    ['that is a web page', '<html><a href="20260731_OB_ADR_csv.zip">x</a></html>', /the feed links to no/],
  ]
  for (const [what, text, message] of refused) {
    test(`a feed ${what} is refused`, async () => {
      await assert.rejects(setFrom(text), { name: 'InputError', message })
    })
  }
})
