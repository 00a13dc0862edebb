import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { InputError } from '../stdx/input-error.ts'
import { isJsonObject, type JsonObject, parseJson } from '../stdx/json-fields.ts'
import { DAY_MS } from '../stdx/time-units.ts'

/*
 * The small documents of a store that change. Each has a sequence, and a signature over its path and all of its fields.
 */

export interface StoreKeys {
  /** Signs what is published. PEM, Ed25519. */
  readonly signingKey?: string | undefined
  /** A document that its private key did not sign is refused. PEM, Ed25519. */
  readonly publicKey?: string | undefined
  /** Signs what is there, whoever wrote it: for the first signature, and for a new key. */
  readonly resign?: boolean | undefined
}

/** A document whose signature is missing or wrong. */
export class SignatureError extends InputError {}

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
  { publicKey, signingKey, resign }: StoreKeys,
): { readonly sequence: number; readonly fields: Fields } {
  const { signature, ...document } = parseObject(path, text)
  if (publicKey !== undefined && !resign) {
    const advice = signingKey && ' If you trust what is there, `regista publish --resign` signs it with your key.'
    const refuse = (what: string) => new SignatureError(`${path} of the store ${what}; it is refused.${advice ?? ''}`)
    const key = parseKey(publicKey, 'REGISTA_STORE_PUBLIC_KEY', createPublicKey)
    if (typeof signature !== 'string') throw refuse('is not signed')
    if (!verify(null, signedBytes(path, document), key, Buffer.from(signature, 'base64')))
      throw refuse('has a wrong signature')
  }
  const { format, sequence, ...fields } = document
  if (format !== DOCUMENT_FORMAT)
    throw new InputError(`${path} of the store has format ${String(format)}; this build reads ${DOCUMENT_FORMAT}.`)
  if (typeof sequence !== 'number' || !Number.isSafeInteger(sequence) || sequence < 0)
    throw new InputError(
      `${path} of the store has no sequence from 0 to ${Number.MAX_SAFE_INTEGER}: it is ${String(sequence)}.`,
    )
  return { sequence, fields }
}

/** Whether a command without a key would take the signature of a document away. Also of a damaged one. */
export function isSigned(text: string): boolean {
  return text.includes('"signature":')
}

/** The clocks of a publisher and of a server may differ by hours. */
const AHEAD_MAX_MS = DAY_MS

/** Whether it is so far ahead that later publications would have lower ones. */
export function isAhead(sequence: number, nowMs: number): boolean {
  return nowMs + AHEAD_MAX_MS < sequence
}

/** Why a document with this sequence is refused; undefined: it is not. */
export function describeAhead(path: string, sequence: number, nowMs: number): string | undefined {
  if (!isAhead(sequence, nowMs)) return undefined
  const shown = `${path} has sequence ${sequence}, more than a day ahead of the clock of this machine`
  return `${shown}: it is refused. Compare this clock with that of the publisher, then publish again.`
}

/**
 * Larger than all before it. The time makes it so even if the store lost its documents, or got old ones back. One that
 * servers refuse as too far ahead does not count.
 */
export function nextSequence(previous: number | undefined, nowMs: number): number {
  return previous === undefined || isAhead(previous, nowMs) ? nowMs : Math.max(previous + 1, nowMs)
}

/** Checks that the keys can be used, before any work is done with them. A publisher checks with its own public key. */
export function checkKeys(keys: StoreKeys): StoreKeys {
  const { signingKey, publicKey, resign } = keys
  if (publicKey?.includes('PRIVATE KEY'))
    throw new InputError('REGISTA_STORE_PUBLIC_KEY is a private key, which belongs to the publisher only.')
  if (publicKey !== undefined) parseKey(publicKey, 'REGISTA_STORE_PUBLIC_KEY', createPublicKey)
  if (signingKey === undefined) {
    if (resign) throw new InputError('--resign needs REGISTA_STORE_SIGNING_KEY.')
    return keys
  }
  const own = createPublicKey(parseKey(signingKey, 'REGISTA_STORE_SIGNING_KEY', createPrivateKey))
  if (publicKey === undefined) return { ...keys, publicKey: own.export({ type: 'spki', format: 'pem' }) as string }
  if (own.equals(createPublicKey(publicKey))) return keys
  throw new InputError('REGISTA_STORE_PUBLIC_KEY does not belong to REGISTA_STORE_SIGNING_KEY.')
}

function parseObject(path: string, text: string): JsonObject {
  const value = parseJson(text)
  if (value === undefined) throw new InputError(`${path} of the store is damaged: it is not JSON.`)
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
