import { type FilePosition, inputErrorAt } from './input-error.ts'

/** One object of the array, as unparsed bytes. */
export class JsonRecord {
  readonly #file: string
  readonly bytes: Buffer
  /** Its position in the array, from 1. */
  readonly number: number
  /** The line on which it begins, from 1. */
  readonly line: number

  constructor(file: string, bytes: Buffer, place: { readonly number: number; readonly line: number }) {
    this.#file = file
    this.bytes = bytes
    this.number = place.number
    this.line = place.line
  }

  text(): string {
    return decodeJson(this.bytes, { file: this.#file, line: this.line })
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export function decodeJson(bytes: Uint8Array, place: FilePosition): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw inputErrorAt(place, 'is not valid utf-8; the file has another encoding or is damaged')
  }
}
