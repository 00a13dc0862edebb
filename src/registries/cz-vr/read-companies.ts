import { type Ico, parseIco } from '../../records/ico.ts'
import { gunzip } from '../../stdx/gunzip.ts'
import { inputErrorAt } from '../../stdx/input-error.ts'
import { RowProblem } from '../../stdx/row-problem.ts'
import { readTar } from '../../stdx/tar.ts'
import type { ImportSet, RowSink } from '../registry.ts'
import type { BasicData } from './basic-data.ts'
import { extractBasicData } from './extract-basic-data.ts'
import { parseDocument } from './parse-document.ts'
import { type Scanned, scanDocument } from './scan-document.ts'
import { hasName, toCompany } from './to-record.ts'

/** The largest document known has some MB: an association with thousands of branches. */
export const MEMBER_BYTES_MAX = 16 << 20
const DOCUMENT_NAME = /(?:^|\/)([0-9]{8})\.xml$/i

export async function readCompanies(set: ImportSet, sink: RowSink): Promise<void> {
  const file = set.files[0]!
  sink.openFile(file)
  const documents = new Documents(file.name, sink)
  await readTar(
    gunzip({ path: file.path, file: file.name, progress: (bytes) => sink.progress(bytes) }),
    { file: file.name, memberBytesMax: MEMBER_BYTES_MAX },
    {
      member: (name, content) => documents.take(name, content),
      afterBlock: () => sink.drain(),
    },
  )
  documents.end()
}

class Documents {
  readonly #file: string
  readonly #sink: RowSink
  readonly #missing = (label: string) => this.#sink.missing(label)
  #record = 0
  #named = 0
  #row = Buffer.alloc(1 << 16)

  constructor(file: string, sink: RowSink) {
    this.#file = file
    this.#sink = sink
  }

  take(name: string, content: Buffer): void {
    this.#record += 1
    const ico = parseIco(DOCUMENT_NAME.exec(name)?.[1] ?? '')
    if (ico === undefined) {
      // A README, or a file that an operating system leaves in folders. It has no company, so companies can still be
      // retired.
      if (!this.#sink.isKnown(content)) this.#sink.skip('the member is not named {ICO}.xml')
      return
    }
    this.#named += 1
    const scanned = scanDocument(content)
    const chosen = scanned === undefined ? undefined : chooseScanned(ico, scanned)
    if (scanned === undefined || chosen === undefined) {
      if (!this.#sink.isKnown(this.#rowOf(ico, content))) this.#takeThoroughly(ico, content)
      return
    }
    if (this.#sink.isKnown(this.#rowOf(ico, chosen))) return
    const data = extractBasicData(chosen, scanned.prefix)
    if (data === undefined) this.#takeThoroughly(ico, content)
    else this.#takeData(ico, data)
  }

  end(): void {
    if (this.#named !== 0) return
    this.#sink.fault(
      inputErrorAt({ file: this.#file }, 'holds no {ICO}.xml: it is another archive than ares_vreo_all.tar.gz'),
    )
  }

  #takeThoroughly(ico: Ico, content: Buffer): void {
    const found = parseDocument(content)
    if (typeof found === 'string') this.#reject(ico, new RowProblem('document', found))
    // ARES lists the number but did not find its extract. If the company were gone, there would be no document.
    else if (found.length === 0) this.#sink.skip('ARES has no extract (no Zakladni_udaje)', Number(ico))
    else this.#takeData(ico, found.find((data) => isOf(ico, data)) ?? found[0]!)
  }

  #takeData(ico: Ico, data: BasicData): void {
    if (!hasName(data)) {
      // As without an extract: a company that is gone has no document.
      this.#sink.skip('the document has no name (ObchodniFirma)', Number(ico))
      return
    }
    const company = toCompany(ico, data, this.#missing)
    if (company instanceof RowProblem) this.#reject(ico, company)
    else this.#sink.record(Number(ico), company)
  }

  /**
   * The number and the basic data: the rest of a document has dates of export, and the number inside may be missing.
   * If the scanner did not find the basic data, the whole document is used.
   */
  #rowOf(ico: Ico, part: Buffer): Uint8Array {
    const length = ico.length + part.length
    if (this.#row.length < length) this.#row = Buffer.alloc(2 * length)
    this.#row.write(ico, 0, 'latin1')
    part.copy(this.#row, ico.length)
    return this.#row.subarray(0, length)
  }

  #reject(key: string | null, { field, reason }: RowProblem): void {
    this.#sink.reject({ file: this.#file, record: this.#record, key, field, reason })
  }
}

/** The extract with the number of the file, because the others are branches; otherwise the first. */
function chooseScanned(ico: Ico, { parts, prefix }: Scanned): Buffer | undefined {
  if (parts.length === 1) return parts[0]
  for (const part of parts) {
    const data = extractBasicData(part, prefix)
    if (data === undefined) return undefined
    if (isOf(ico, data)) return part
  }
  return parts[0]
}

function isOf(ico: Ico, data: BasicData): boolean {
  return parseIco(data.get('ICO') ?? '') === ico
}
