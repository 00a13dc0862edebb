import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { listBucket, md5OfEtag } from './bucket-listing.ts'
import { listingPage } from './testing/misbehaving-server.ts'
import { readXml } from './xml-document.ts'

/** Serves these pages by their continuation token; the first has none. */
function pages(byToken: Readonly<Record<string, string>>, asked: string[] = []) {
  return async <T>(url: string, parse: (text: string) => T): Promise<T> => {
    asked.push(url)
    return parse(byToken[new URL(url).searchParams.get('continuation-token') ?? ''] ?? '')
  }
}

const LISTING = 'https://bucket.example/b/?list-type=2&prefix=x/'

describe('listBucket', () => {
  test('joins all pages and sends each token unchanged', async () => {
    const asked: string[] = []
    const first = listingPage([{ key: 'x/1', body: 'one' }], 'a+b/c= &amp;')
    const second = listingPage([{ key: 'x/2', body: 'twoo', etag: 'abc-2' }])
    const objects = await listBucket(LISTING, pages({ '': first, 'a+b/c= &': second }, asked))
    const modifiedAt = '2026-06-06T05:00:00.000Z'
    assert.deepEqual(objects, [
      { key: 'x/1', bytes: 3, etag: 'f97c5d29941bfb1b2fdab0874906ab82', modifiedAt },
      { key: 'x/2', bytes: 4, etag: 'abc-2', modifiedAt },
    ])
    assert.equal(new URL(asked[1]!).searchParams.get('prefix'), 'x/')
  })

  test('a listing that repeats its pages ends with an error', async () => {
    const circle = pages({ '': listingPage([], 'again'), again: listingPage([], 'again') })
    await assert.rejects(listBucket(LISTING, circle), { name: 'InputError', message: /more than 100 pages/ })
  })

  const whole = listingPage([{ key: 'x/1', body: 'one' }])
  const refused: readonly [string, string, RegExp][] = [
    ['a page cut off', whole.slice(0, -30), /the document is incomplete or not well-formed/],
    ['an empty page', '', /the document is incomplete or not well-formed/],
    ['a web page', '<html><body>odstávka</body></html>', /this is not the listing of a bucket/],
    ['an error in XML', '<Error><Code>AccessDenied</Code></Error>', /this is not the listing of a bucket/],
    ['a page that goes on nowhere', whole.replace('false', 'true'), /NextContinuationToken is missing/],
    ['an entry without a size', whole.replace(/<Size>.*<\/Size>/, ''), /without Key or Size \(x\/1\)/],
    ['an entry without a key', whole.replace(/<Key>.*<\/Key>/, ''), /without Key or Size \(no key\)/],
  ]
  for (const [what, page, message] of refused) {
    test(`refuses ${what}`, async () => {
      await assert.rejects(listBucket(LISTING, pages({ '': page })), { name: 'InputError', message })
    })
  }
})

test('an ETag counts as a checksum only if it has the form of one', () => {
  assert.equal(md5OfEtag('F97C5D29941BFB1B2FDAB0874906AB82'), 'f97c5d29941bfb1b2fdab0874906ab82')
  for (const etag of ['f97c5d29941bfb1b2fdab0874906ab82-3', 'f97c5d29', '', 'g97c5d29941bfb1b2fdab0874906ab82']) {
    assert.equal(md5OfEtag(etag), undefined)
  }
})

test('readXml reports paths without prefixes, attributes, and the text of each element', () => {
  const seen: string[] = []
  readXml('<a:r xmlns:a="u"><a:x k="&lt;">1<y/>2<![CDATA[<3>]]></a:x></a:r>', {
    open: (path, { k }) => seen.push(`+${path} ${k ?? ''}`),
    close: (path, text) => seen.push(`-${path} ${text}`),
  })
  assert.deepEqual(seen, ['+r ', '+r/x <', '+r/x/y ', '-r/x/y ', '-r/x 12<3>', '-r '])
})
