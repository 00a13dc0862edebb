import { BASIC_DATA, NAMESPACE, ROOT } from './basic-data.ts'

/** The positions of the basic data in a document, found without parsing it. */
export interface Scanned {
  /** With its colon, or '' if the namespace is the default one. */
  readonly prefix: string
  /** Each Zakladni_udaje with its tags. */
  readonly parts: readonly Buffer[]
}

const NAMESPACE_BYTES = Buffer.from(NAMESPACE)
const ENCODING = Buffer.from('encoding=')
const XML_DECLARATION_BYTES_MAX = 128
const [LESS, GREATER, SLASH, BANG, QUESTION] = [0x3c, 0x3e, 0x2f, 0x21, 0x3f]

/**
 * Finds the basic data by their tags. Undefined for a document with tags that may not be tags (comments, CDATA, a
 * DOCTYPE) or with another unusual form: `parseDocument` reads it. Persons, nine tenths of a document, are never
 * decoded, so a fault among them is neither noticed nor harmful.
 */
export function scanDocument(document: Buffer): Scanned | undefined {
  if (hasAfterLess(document, BANG, 0) || hasAfterLess(document, QUESTION, 2)) return undefined
  if (!isDeclaredUtf8(document)) return undefined
  const prefix = prefixOfNamespace(document)
  if (prefix === undefined) return undefined
  const names = namesWith(prefix)
  if (!document.includes(names.rootStart) || document.lastIndexOf(names.rootEnd) < 0) return undefined
  const parts = partsOf(document, names.basicData)
  return parts === undefined ? undefined : { prefix, parts }
}

/** Start and end tags must alternate, and contain nothing else. */
function partsOf(document: Buffer, name: Buffer): Buffer[] | undefined {
  const parts: Buffer[] = []
  let start = -1
  for (let at = document.indexOf(name); 0 <= at; at = document.indexOf(name, at + name.length)) {
    if (document[at + name.length] !== GREATER) return undefined
    const isStart = document[at - 1] === LESS
    const isEnd = document[at - 1] === SLASH && document[at - 2] === LESS
    if (isStart && start < 0) {
      start = at - 1
    } else if (isEnd && 0 <= start) {
      parts.push(document.subarray(start, at + name.length + 1))
      start = -1
    } else {
      return undefined
    }
  }
  return start < 0 && parts.length !== 0 ? parts : undefined
}

/** Looks for the second byte, which is rare in text, not for `<`, which is everywhere. */
function hasAfterLess(document: Buffer, byte: number, from: number): boolean {
  let at = document.indexOf(byte, from)
  while (0 <= at) {
    if (document[at - 1] === LESS) return true
    at = document.indexOf(byte, at + 1)
  }
  return false
}

function isDeclaredUtf8(document: Buffer): boolean {
  const declaration = document.subarray(0, XML_DECLARATION_BYTES_MAX)
  const at = declaration.indexOf(ENCODING)
  if (at < 0) return true
  const stated = declaration.toString('latin1', at + ENCODING.length + 1, at + ENCODING.length + 6)
  return stated.toLowerCase() === 'utf-8'
}

/**
 * `xmlns:are="…"` → `are:`. The namespace's address also occurs in xsi:schemaLocation, so every occurrence is read.
 */
function prefixOfNamespace(document: Buffer): string | undefined {
  let at = document.indexOf(NAMESPACE_BYTES)
  while (0 <= at) {
    const quote = document[at - 1]
    const closed = document[at + NAMESPACE_BYTES.length] === quote && (quote === 0x22 || quote === 0x27)
    const before = document.toString('latin1', Math.max(0, at - 40), at - 1)
    const found = closed ? /[\s]xmlns(?::([\w.-]+))?=$/.exec(before) : null
    if (found !== null) return found[1] === undefined ? '' : `${found[1]}:`
    at = document.indexOf(NAMESPACE_BYTES, at + 1)
  }
  return undefined
}

interface Names {
  readonly basicData: Buffer
  readonly rootStart: Buffer
  readonly rootEnd: Buffer
}

let lastPrefix: string | undefined
let lastNames: Names

/** A million documents have the same prefix, so its names are cached. */
function namesWith(prefix: string): Names {
  if (prefix === lastPrefix) return lastNames
  lastPrefix = prefix
  lastNames = {
    basicData: Buffer.from(`${prefix}${BASIC_DATA}`),
    rootStart: Buffer.from(`<${prefix}${ROOT}`),
    rootEnd: Buffer.from(`</${prefix}${ROOT}>`),
  }
  return lastNames
}
