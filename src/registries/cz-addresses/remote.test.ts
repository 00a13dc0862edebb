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
    const [names, lists] = [
      set.files.map(({ role, name }) => `${role} ${name}`),
      'https://services.cuzk.gov.cz/sestavy/cis',
    ]
    const [points, structure] = ['20260731_OB_ADR_csv.zip', '20260731_strukt_ADR.csv.zip']
    assert.deepEqual(names, [`data ${points}`, `list ${structure}`, 'list UI_OKRES.zip', 'list UI_VUSC.zip'])
    const urls = [`${FOLDER}/${points}`, `${FOLDER}/${structure}`, `${lists}/UI_OKRES.zip`, `${lists}/UI_VUSC.zip`]
    assert.deepEqual(
      set.files.map(({ url }) => url),
      urls,
    )
    assert.equal(set.wanted, 'if_new')
  })

  test('have the newest of several entries, whatever else is linked', async () => {
    const days = ['20260630', '20260831', '20260731'].map((day) => `${FOLDER}/${day}_OB_ADR_csv.zip`)
    const others = [`${FOLDER}/20260930_OB_554782_ADR.csv.zip`, `${FOLDER}/ad-csv-struktura.pdf`]
    const unsafe = ['http://unencrypted.example/20261031_OB_ADR_csv.zip', 'file:///etc/20261130_OB_ADR_csv.zip']
    assert.equal((await setFrom(feed(...days, ...others, ...unsafe))).title, 'addresses of 20260831')
  })

  test('a link of a mirror may be relative to the feed, and a mirror within one’s own network unencrypted', async () => {
    const own = { feed: 'http://mirror.example/ruian/feed.xml', structure: 'http://mirror.example/ruian/{date}_s.zip' }
    const { files } = await setFrom(feed('csv/20260731_OB_ADR_csv.zip'), own)
    assert.equal(files[0]!.url, 'http://mirror.example/ruian/csv/20260731_OB_ADR_csv.zip')
    assert.equal(files[1]!.url, 'http://mirror.example/ruian/20260731_s.zip')
    assert.equal(files[1]!.name, '20260731_strukt_ADR.csv.zip')
  })

  const cut = feed(`${FOLDER}/20260731_OB_ADR_csv.zip`).slice(0, -10)
  for (const [what, text, message] of [
    ['without such a link', feed(`${FOLDER}/other.zip`), /the feed links to no YYYYMMDD_OB_ADR_csv\.zip/],
    ['that is cut off', cut, /the document is incomplete or not well-formed/],
    ['that is a web page', '<html><a href="20260731_OB_ADR_csv.zip">x</a></html>', /the feed links to no/],
  ] as const) {
    test(`a feed ${what} is refused`, async () => {
      await assert.rejects(setFrom(text), { name: 'InputError', message })
    })
  }
})
