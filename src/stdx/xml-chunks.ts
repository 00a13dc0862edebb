import { SaxesParser } from 'saxes'
import { inputErrorAt } from './input-error.ts'
import { XML_DEPTH_MAX } from './xml-document.ts'

export interface XmlChunksHandler {
  /** The element's name without its prefix. */
  open(name: string, attributes: Readonly<Record<string, string>>): void
  /** A text may come in pieces. */
  text(text: string): void
  close(name: string): void
}

/** A longer text or tag would be kept in memory. */
const TOKEN_BYTES_MAX = 1 << 20

/** Reads a document. Only names are in messages: the document has a customer's persons. */
export async function readXmlChunks(
  chunks: AsyncIterable<Buffer>,
  file: string,
  handler: XmlChunksHandler,
): Promise<void> {
  for await (const _ of parseXmlChunks(chunks, file, handler));
}

/** The same in steps, for a document that is larger than memory: after each, the handler has what one chunk has. */
export async function* parseXmlChunks(
  chunks: AsyncIterable<Buffer>,
  file: string,
  handler: XmlChunksHandler,
): AsyncGenerator<void> {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false })
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let [depth, bytes] = [0, 0]
  const damaged = (what: string) =>
    inputErrorAt({ file }, `${what}. Open the list in a spreadsheet program and save it`)
  parser.on('error', () => {
    throw damaged('is incomplete or no well-formed XML')
  })
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1
    bytes = 0
    if (XML_DEPTH_MAX < depth) throw damaged(`is nested more than ${XML_DEPTH_MAX} deep`)
    handler.open(toLocalName(name), attributes)
  })
  parser.on('text', (text) => handler.text(text))
  parser.on('cdata', (text) => handler.text(text))
  parser.on('closetag', ({ name }) => {
    depth -= 1
    bytes = 0
    handler.close(toLocalName(name))
  })
  const decode = (chunk?: Buffer): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      throw damaged('is not UTF-8')
    }
  }
  for await (const chunk of chunks) {
    bytes += chunk.length
    parser.write(decode(chunk))
    if (TOKEN_BYTES_MAX < bytes) throw damaged(`has a text of more than ${TOKEN_BYTES_MAX} bytes`)
    yield
  }
  parser.write(decode()).close()
  yield
}

function toLocalName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
