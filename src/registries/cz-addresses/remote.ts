import { InputError } from '../../stdx/input-error.ts'
import { readXml } from '../../stdx/xml-document.ts'
import { planNewest, type Remote } from '../remote.ts'

/**
 * The feed names the file of the newest state; the feed is meant for machines, the web pages beside it forbid being
 * read by them. The structure has the same date in its name (it may be out a day before the addresses: the date of the
 * addresses counts).
 */
export const CZ_ADDRESSES_REMOTE: Remote<'feed' | 'structure' | 'okresy' | 'kraje'> = {
  registry: 'cz-addresses',
  addresses: {
    feed: 'https://atom.cuzk.gov.cz/RUIAN-CSV-ADR-ST/datasetFeeds/CZ-00025712-CUZK_RUIAN-CSV-ADR-ST_1.xml',
    structure: 'https://vdp.cuzk.gov.cz/vymenny_format/csv/{date}_strukt_ADR.csv.zip',
    okresy: 'https://services.cuzk.gov.cz/sestavy/cis/UI_OKRES.zip',
    kraje: 'https://services.cuzk.gov.cz/sestavy/cis/UI_VUSC.zip',
  },
  async find({ addresses, readPage }) {
    const { date, name, url } = await readPage(addresses.feed, (text) => newestIn(text, addresses.feed))
    const structure = addresses.structure.replaceAll('{date}', date)
    return planNewest(`addresses of ${date}`, [
      { name, url, role: 'data' },
      { name: `${date}_strukt_ADR.csv.zip`, url: structure, role: 'list' },
      { name: 'UI_OKRES.zip', url: addresses.okresy, role: 'list' },
      { name: 'UI_VUSC.zip', url: addresses.kraje, role: 'list' },
    ])
  },
}

interface FeedLink {
  readonly date: string
  readonly name: string
  readonly url: string
}

/** The link with the greatest date in its file name, whatever else the feed links to. */
function newestIn(text: string, feed: string): FeedLink {
  const links: FeedLink[] = []
  readXml(text, {
    open: (path, { href }) => {
      if (path !== 'feed/entry/link' || href === undefined) return
      const url = URL.parse(href, feed)
      const [name, date] = /([0-9]{8})_OB_ADR_csv\.zip$/.exec(url?.pathname ?? '') ?? []
      if (url === null || name === undefined || date === undefined) return
      if (url.protocol === 'https:' || url.protocol === new URL(feed).protocol)
        links.push({ date, name, url: url.href })
    },
  })
  const newest = links.toSorted((a, b) => (a.date < b.date ? -1 : 1)).at(-1)
  if (newest === undefined) {
    throw new InputError('the feed links to no YYYYMMDD_OB_ADR_csv.zip; check the address feed of cz-addresses')
  }
  return newest
}
