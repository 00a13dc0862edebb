import { SaxesParser } from 'saxes'
import { InputError } from './input-error.ts'

export interface XmlHandler {
  /** The element's path from the root, without namespace prefixes: `feed/entry/link`. */
  open?(path: string, attributes: Readonly<Record<string, string>>): void
  /** The text of an element that ends, without that of its children. */
  close?(path: string, text: string): void
}

/**
 * Listings and feeds have a few levels. Each tag costs its whole path, so a deep document would take quadratic time.
 */
export const XML_DEPTH_MAX = 100

/** Reads a small document. A document that is truncated, not well-formed or too deep is an error. */
export function readXml(text: string, handler: XmlHandler): void {
  const parser = new SaxesParser()
  const names: string[] = []
  const texts: string[] = []
  const addText = (part: string): void => {
    if (texts.length !== 0) texts[texts.length - 1] += part
  }
  parser.on('error', (error) => {
    throw new InputError(`the document is incomplete or not well-formed (${error.message})`)
  })
  parser.on('opentag', (tag) => {
    if (XML_DEPTH_MAX <= names.length) {
      throw new InputError(`the document is nested more than ${XML_DEPTH_MAX} deep; a listing or a feed was expected`)
    }
    names.push(tag.name.slice(tag.name.indexOf(':') + 1))
    texts.push('')
    handler.open?.(names.join('/'), tag.attributes)
  })
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    handler.close?.(names.join('/'), texts.pop()!)
    names.pop()
  })
  parser.write(text).close()
}
