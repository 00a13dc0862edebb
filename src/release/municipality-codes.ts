/** A municipality's LAU2 code: the six characters of its okres (LAU1) and six digits. */
const LAU2 = /^SK[0-9A-Z]{4}[0-9]{6}$/

/**
 * The Slovak national CSV has municipalities and okresy without codes. Regional files have municipality, okres and
 * code; companies have municipality and code. Several municipalities have the same name (Lúčka), so a company's code
 * counts only inside the okres that the code begins with.
 */
export class MunicipalityCodes {
  /** Folded municipality → codes seen with it. */
  readonly #codes = new Map<string, Set<string>>()
  /** Folded okres → LAU1 code, from files that name both. */
  readonly #okres = new Map<string, string>()
  readonly #noted = new Map<string, string>()
  #okresDerived: Map<string, string> | undefined

  note(municipality: string | null, code: string | null): void {
    if (municipality === null || code === null) return
    // A shortcut: millions of companies have three thousand municipalities.
    if (this.#noted.get(municipality) === code) return
    this.#noted.set(municipality, code)
    if (!LAU2.test(code)) return
    this.#codes.getOrInsertComputed(foldPlace(municipality), () => new Set()).add(code)
  }

  noteOkres(okres: string | null, municipalityCode: string | null): void {
    if (okres === null || municipalityCode === null || !LAU2.test(municipalityCode)) return
    this.#okres.set(foldPlace(okres), municipalityCode.slice(0, 6))
  }

  /** Derives the codes of okresy from the municipalities that a source without codes lists in them. */
  deriveOkresy(pairs: Iterable<readonly [municipality: string, okres: string]>): void {
    const votes = new Map<string, Map<string, number>>()
    for (const [municipality, okres] of pairs) {
      const codes = this.#codes.get(foldPlace(municipality))
      if (codes?.size !== 1) continue
      const [code] = codes
      const ofOkres = votes.getOrInsertComputed(foldPlace(okres), () => new Map())
      ofOkres.set(code!.slice(0, 6), (ofOkres.get(code!.slice(0, 6)) ?? 0) + 1)
    }
    this.#okresDerived = new Map()
    for (const [okres, codes] of votes) {
      const [first] = [...codes].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
      this.#okresDerived.set(okres, first![0])
    }
  }

  /** Null if unknown, or if two codes fit. */
  codeOf(municipality: string, okres: string | null): string | null {
    const codes = this.#codes.get(foldPlace(municipality))
    if (codes === undefined || okres === null) return null
    const lau1 = this.#okres.get(foldPlace(okres)) ?? this.#okresDerived?.get(foldPlace(okres))
    if (lau1 === undefined) return null
    const fitting = [...codes].filter((code) => code.startsWith(lau1))
    return fitting.length === 1 ? fitting[0]! : null
  }

  /** A copy that can learn more codes. */
  copy(): MunicipalityCodes {
    const copy = new MunicipalityCodes()
    for (const [name, codes] of this.#codes) copy.#codes.set(name, new Set(codes))
    return copy
  }

  /** The same knowledge gives the same text. */
  toText(): string {
    return JSON.stringify([...this.#codes].map(([name, codes]) => [name, [...codes].toSorted()]).toSorted())
  }
}

/** A cache: millions of records name some ten thousand places. It ends with the thread that builds the segment. */
const foldedPlaces = new Map<string, string>()

/** `foldName` for the names of places, which repeat. */
export function foldPlace(name: string): string {
  return foldedPlaces.getOrInsertComputed(name, foldName)
}

/**
 * Makes "Košice - mestská časť Sídlisko KVP" and "Košice-Sídlisko KVP" equal, and "Valaškovce (vojenský obvod)" and
 * "Valaškovce"; ignores case, diacritics, punctuation.
 */
export function foldName(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace('mestska cast', '')
    .replace(' (vojensky obvod)', '')
    .replace(/[^\p{L}\p{N}]/gu, '')
}
