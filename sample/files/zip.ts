import { ZipWriter } from '../../src/stdx/zip-writer.ts'

export interface ZipMember {
  readonly name: string
  readonly bytes: Buffer
}

/** A zip as chunks, member after member. The same seed has to give the same bytes. */
export function* zip(members: Iterable<ZipMember>): Generator<Buffer> {
  let written: Buffer[] = []
  const writer = new ZipWriter((bytes) => written.push(bytes))
  for (const { name, bytes } of members) {
    writer.begin(name)
    writer.write(bytes)
    writer.end()
    yield* written
    written = []
  }
  writer.finish()
  yield* written
}
