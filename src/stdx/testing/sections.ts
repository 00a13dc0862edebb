import type { SectionArray, SectionSource } from '../section-file.ts'

/** Returns the sections as `readSections` would. */
export function loadSections(sections: Readonly<Record<string, SectionSource>>): Map<string, SectionArray> {
  const asRead = (source: SectionSource): SectionArray => {
    const pieces = Array.isArray(source) ? source : [source as SectionArray]
    if (pieces[0] instanceof Uint8Array) return Uint8Array.from(Buffer.concat(pieces))
    const Type = pieces[0].constructor as new (numbers: number[]) => SectionArray
    return new Type(pieces.flatMap((piece) => [...piece]))
  }
  return new Map(Object.entries(sections).map(([name, source]) => [name, asRead(source)]))
}
