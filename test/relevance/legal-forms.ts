/** A legal form at the end of a name, and its other spellings. */
interface LegalForm {
  readonly atEnd: RegExp
  readonly writings: readonly string[]
}

const FORMS: readonly LegalForm[] = [
  {
    atEnd: /,? +(spol\. s r\. ?o\.|s\. ?r\. ?o\.?|společnost s ručením omezeným|spoločnosť s ručením obmedzeným)$/i,
    writings: [
      ...['s.r.o.', 's. r. o.', 'sro', 's r o', 's.r.o', 'spol. s r.o.', 'spol s r o', 'spol. s r. o.'],
      ...['spoločnosť s ručením obmedzeným', 'společnost s ručením omezeným'],
    ],
  },
  {
    atEnd: /,? +(a\. ?s\.|akciová společnost|akciová spoločnosť)$/i,
    writings: ['a.s.', 'a. s.', 'as', 'a s', 'akc. spol.', 'akciová spoločnosť', 'akciová společnost'],
  },
  { atEnd: /,? +(v\. ?o\. ?s\.|veř\. obch\. spol\.)$/i, writings: ['v.o.s.', 'v. o. s.', 'vos', 'veř. obch. spol.'] },
  { atEnd: /,? +(k\. ?s\.|kom\. spol\.)$/i, writings: ['k.s.', 'k. s.', 'ks', 'kom. spol.'] },
  { atEnd: /,? +z\. ?s\.$/i, writings: ['z.s.', 'z. s.', 'zs'] },
  { atEnd: /,? +o\. ?p\. ?s\.$/i, writings: ['o.p.s.', 'o. p. s.', 'ops'] },
]

/** A name without its legal form, and the spellings of the form. Undefined if the name ends in no listed form. */
export function partLegalForm(
  name: string,
): { readonly core: string; readonly writings: readonly string[] } | undefined {
  for (const { atEnd, writings } of FORMS) {
    const core = name.replace(atEnd, '')
    if (core !== name) return { core, writings }
  }
  return undefined
}
