import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { InputError } from '../stdx/input-error.ts'
import { isJsonObject, type JsonObject } from '../stdx/json-fields.ts'

/*
 * The small documents of a store that change. Each has a sequence, and a signature over its path and all of its fields.
 */

export interface StoreKeys {
  /** Signs what is published. PEM, Ed25519. */
  readonly signingKey?: string | undefined
  /** What is not signed with its private key is refused. PEM, Ed25519. */
  readonly publicKey?: string | undefined
}

/** The fields of a document, but for format, sequence and signature. */
export type Fields = Readonly<Record<string, unknown>>

const DOCUMENT_FORMAT = 1

export function formatDocument(path: string, sequence: number, fields: Fields, { signingKey }: StoreKeys): string {
  const document = { format: DOCUMENT_FORMAT, sequence, ...fields }
  const key = signingKey === undefined ? undefined : parseKey(signingKey, 'REGISTA_STORE_SIGNING_KEY', createPrivateKey)
  const signature = key && sign(null, signedBytes(path, document), key).toString('base64')
  return `${JSON.stringify({ ...document, ...(signature && { signature }) }, null, 2)}\n`
}

/** Throws an InputError if the text is no such document, or if there is a public key and its pair did not sign it. */
export function parseDocument(
  path: string,
  text: string,
  { publicKey }: StoreKeys,
): { readonly sequence: number; readonly fields: Fields } {
  const { signature, ...document } = parseObject(path, text)
  if (publicKey !== undefined) {
    const key = parseKey(publicKey, 'REGISTA_STORE_PUBLIC_KEY', createPublicKey)
    if (typeof signature !== 'string') throw new InputError(`${path} of the store is not signed; it is refused.`)
    if (!verify(null, signedBytes(path, document), key, Buffer.from(signature, 'base64')))
      throw new InputError(`${path} of the store has a wrong signature; it is refused. Check both keys.`)
  }
  const { format, sequence, ...fields } = document
  if (format !== DOCUMENT_FORMAT)
    throw new InputError(`${path} of the store has format ${String(format)}; this build reads ${DOCUMENT_FORMAT}.`)
  if (typeof sequence !== 'number' || !Number.isSafeInteger(sequence) || sequence < 0)
    throw new InputError(`${path} of the store has no sequence.`)
  return { sequence, fields }
}

/** Larger than all before it. The time makes it so even if the store lost its documents, or got old ones back. */
export function nextSequence(previous: number | undefined, nowMs: number): number {
  return Math.max((previous ?? 0) + 1, nowMs)
}

/** Checks that the keys can be used, before any work is done with them. */
export function checkKeys({ signingKey, publicKey }: StoreKeys): void {
  if (publicKey !== undefined) parseKey(publicKey, 'REGISTA_STORE_PUBLIC_KEY', createPublicKey)
  if (signingKey === undefined) return
  const pair = parseKey(signingKey, 'REGISTA_STORE_SIGNING_KEY', createPrivateKey)
  if (publicKey === undefined || createPublicKey(pair).equals(createPublicKey(publicKey))) return
  throw new InputError('REGISTA_STORE_PUBLIC_KEY does not belong to REGISTA_STORE_SIGNING_KEY.')
}

function parseObject(path: string, text: string): JsonObject {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new InputError(`${path} of the store is damaged: it is not JSON.`)
  }
  if (!isJsonObject(value)) throw new InputError(`${path} of the store is damaged: it is no JSON object.`)
  return value
}

/** The path is signed too, so that no document can take the place of another. */
function signedBytes(path: string, document: JsonObject): Buffer {
  return Buffer.from(`regista store\n${path}\n${JSON.stringify(document)}`)
}

function parseKey(pem: string, variable: string, parse: (pem: string) => KeyObject): KeyObject {
  let key: KeyObject | undefined
  try {
    key = parse(pem)
  } catch {
    // The message below names the variable, and the error could have a part of the key.
  }
  if (key?.asymmetricKeyType === 'ed25519') return key
  throw new InputError(`${variable} is no Ed25519 key in PEM. docs/operating/store.md says how to make one.`)
}
