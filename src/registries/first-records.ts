import { InputError } from '../stdx/input-error.ts'
import { isJsonObject, type JsonObject, parseJson } from '../stdx/json-fields.ts'
import { readJsonRecords } from '../stdx/json-records.ts'

/** The number of records that are read to find the fields of a file. */
export const FIRST_RECORDS = 200

/**
 * The first records of a JSON file that can be parsed. Fewer, without an error, if the file is truncated or of another
 * kind.
 */
export async function firstRecords(
  chunks: AsyncIterable<Uint8Array>,
  format: { readonly file: string; readonly array: string },
): Promise<JsonObject[]> {
  const records: JsonObject[] = []
  await readBeginning((enough) =>
    readJsonRecords(chunks, format, {
      begin() {},
      record(record) {
        const value = parseJson(record.text())
        if (isJsonObject(value)) records.push(value)
        if (FIRST_RECORDS <= record.number) throw enough
      },
      afterBlock: async () => {},
    }),
  )
  return records
}

/** Reads until the reader throws `enough`, the file ends, or it cannot be read on. */
export async function readBeginning(read: (enough: Error) => Promise<unknown>): Promise<void> {
  const enough = new Error()
  try {
    await read(enough)
  } catch (error) {
    if (error !== enough && !(error instanceof InputError)) throw error
  }
}
