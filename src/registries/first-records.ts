import { InputError } from '../stdx/input-error.ts'
import { isJsonObject, type JsonObject, parseJson } from '../stdx/json-fields.ts'
import { readJsonRecords } from '../stdx/json-records.ts'

/** The number of records that are read to find the fields of a file. */
export const FIRST_RECORDS = 200

class Enough extends Error {}

/**
 * The first records of a JSON file that can be parsed. Fewer, without an error, if the file is truncated or of another
 * kind.
 */
export async function firstRecords(
  chunks: AsyncIterable<Uint8Array>,
  format: { readonly file: string; readonly array: string },
): Promise<JsonObject[]> {
  const records: JsonObject[] = []
  try {
    await readJsonRecords(chunks, format, {
      begin() {},
      record(record) {
        const value = parseJson(record.text())
        if (isJsonObject(value)) records.push(value)
        if (FIRST_RECORDS <= record.number) throw new Enough()
      },
      afterBlock: async () => {},
    })
  } catch (error) {
    if (!(error instanceof Enough || error instanceof InputError)) throw error
  }
  return records
}
