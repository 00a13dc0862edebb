import { isUtf8 } from 'node:buffer'
import { SaxesParser } from 'saxes'
import { BASIC_DATA, type BasicData, BasicDataBuilder, NAMESPACE, ROOT } from './basic-data.ts'

/**
 * Documents have ten levels. For each name the parser searches every level above it, so a deep document would take
 * hours.
 */
const DEPTH_MAX = 100

/**
 * Reads the whole document with an XML parser: correct for everything that XML allows, and five times slower than
 * `scanDocument`. It reads the documents that the scanner leaves, and a test compares both. Returns the reason as text
 * if the document cannot be used.
 */
export function parseDocument(document: Buffer): BasicData[] | string {
  if (!isUtf8(document)) return 'is not UTF-8'
  const parser = new SaxesParser({ xmlns: true })
  const walk = new Walk()
  let problem: string | undefined
  // Only the position: the parser's message quotes the document, which names persons.
  parser.on('error', () => {
    problem ??= `is not well-formed XML at line ${parser.line}, column ${parser.column}`
  })
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding !== undefined && !/^utf-?8$/i.test(encoding)) problem ??= 'states another encoding than UTF-8'
  })
  parser.on('opentag', ({ uri, local }) => {
    problem ??= walk.open(uri, local)
    if (DEPTH_MAX < walk.depth) throw new TooDeep()
  })
  parser.on('text', (text) => walk.text(text))
  parser.on('cdata', (text) => walk.text(text))
  parser.on('closetag', () => walk.close())
  try {
    parser.write(document.toString('utf8').replace(/^\ufeff/, '')).close()
  } catch (error) {
    if (error instanceof TooDeep) return `has elements more than ${DEPTH_MAX} levels deep`
    throw error
  }
  return problem ?? walk.found
}

/** The parser can only be stopped by an exception. */
class TooDeep extends Error {}

/** Follows the elements; inside Zakladni_udaje it keeps the path and the text of what has no children. */
class Walk {
  readonly found: BasicData[] = []
  depth = 0
  #builder: BasicDataBuilder | undefined
  #path: string[] = []
  #text = ''
  #isLeaf = false

  open(uri: string, local: string): string | undefined {
    this.depth += 1
    if (this.depth === 1 && (uri !== NAMESPACE || local !== ROOT)) return 'is not an answer of ares_answer_vreo 1.0.0'
    const ours = uri === NAMESPACE
    if (this.#builder !== undefined) {
      this.#path.push(ours ? local : '')
      if (this.#path.length === 1) this.#builder.begin(this.#path[0]!)
    } else if (ours && local === BASIC_DATA) {
      this.#builder = new BasicDataBuilder()
    }
    this.#text = ''
    this.#isLeaf = true
    return undefined
  }

  text(text: string): void {
    this.#text += text
  }

  close(): void {
    this.depth -= 1
    if (this.#builder === undefined) return
    if (this.#isLeaf) this.#builder.leaf(this.#path, this.#text)
    this.#isLeaf = false
    if (this.#path.pop() !== undefined) return
    this.found.push(this.#builder.build())
    this.#builder = undefined
  }
}
