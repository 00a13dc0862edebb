import { redactUrl } from './http-get.ts'
import { InputError } from './input-error.ts'
import { readXml } from './xml-document.ts'

/** A file in an S3 bucket. */
export interface BucketObject {
  readonly key: string
  readonly bytes: number
  /** Without its quotes. */
  readonly etag: string
  /** As the host writes it; empty if it does not. */
  readonly modifiedAt: string
}

interface ListingPage {
  readonly objects: readonly BucketObject[]
  /** Undefined: this is the last page. */
  readonly next: string | undefined
}

/** 100 000 keys. More pages mean that the listing repeats itself. */
const PAGES_MAX = 100

/** Reads all pages of a bucket's listing. `readPage` fetches one page and retries. */
export async function listBucket(
  listing: string,
  readPage: <T>(url: string, parse: (text: string) => T) => Promise<T>,
): Promise<BucketObject[]> {
  const objects: BucketObject[] = []
  let token: string | undefined
  for (let pages = 0; pages < PAGES_MAX; pages++) {
    const url = new URL(listing)
    if (token !== undefined) url.searchParams.set('continuation-token', token)
    const page = await readPage(url.href, parseListingPage)
    objects.push(...page.objects)
    if (page.next === undefined) return objects
    token = page.next
  }
  throw new InputError(`${redactUrl(listing)} has more than ${PAGES_MAX} pages. Check the address and its prefix.`)
}

/** An ETag of 32 hex digits is the MD5 of the content. The one of a multipart upload ends in `-` and a number. */
export function md5OfEtag(etag: string): string | undefined {
  return /^[0-9a-f]{32}$/i.test(etag) ? etag.toLowerCase() : undefined
}

function parseListingPage(text: string): ListingPage {
  const objects: BucketObject[] = []
  let fields: Record<string, string> = {}
  let truncated: string | undefined
  let token: string | undefined
  readXml(text, {
    open: (path) => {
      if (path === 'ListBucketResult/Contents') fields = {}
    },
    close: (path, content) => {
      if (path === 'ListBucketResult/IsTruncated') truncated = content.trim()
      else if (path === 'ListBucketResult/NextContinuationToken') token = content.trim()
      else if (path === 'ListBucketResult/Contents') objects.push(toBucketObject(fields))
      else if (path.startsWith('ListBucketResult/Contents/'))
        fields[path.slice('ListBucketResult/Contents/'.length)] = content
    },
  })
  if (truncated !== 'true' && truncated !== 'false') {
    throw new InputError('this is not the listing of a bucket: ListBucketResult/IsTruncated was expected')
  }
  if (truncated === 'true' && !token) throw new InputError('the listing goes on, but NextContinuationToken is missing')
  return { objects, next: truncated === 'true' ? token : undefined }
}

function toBucketObject({ Key, Size, ETag, LastModified = '' }: Record<string, string>): BucketObject {
  if (!Key || Size === undefined || !/^[0-9]{1,15}$/.test(Size)) {
    throw new InputError(`the listing has an entry without Key or Size (${Key ?? 'no key'})`)
  }
  return { key: Key, bytes: Number(Size), etag: (ETag ?? '').replace(/^(?:W\/)?"|"$/g, ''), modifiedAt: LastModified }
}
