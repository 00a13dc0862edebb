import type { Texts } from './texts.ts'

/** A suggested address or company, or neither: a proxy may answer anything. */
interface Hit {
  readonly name?: string
  readonly ico?: string | null
  readonly status?: string | null
  readonly address?: string | { readonly county?: string | null; readonly region?: string | null }
}

interface Body {
  readonly data?: unknown
  readonly error?: { readonly message?: string }
}

/** What an answer says to a person: its hits, or a sentence in their place. */
export function describeAnswer(
  body: unknown,
  textOf: (name: keyof Texts) => string,
): { readonly message: string; readonly hits: readonly HTMLElement[] } {
  const { data, error } = Object(body) as Body
  if (error !== undefined) return { message: error.message ?? '', hits: [] }
  if (!Array.isArray(data)) return { message: textOf('newSession'), hits: [] }
  return { message: data.length === 0 ? textOf('nothingFound') : '', hits: data.map(newHit) }
}

function newHit({ name = '', ico, status, address }: Hit): HTMLElement {
  const parts = typeof address === 'string' ? [ico, address, status] : [address?.county, address?.region]
  const note = document.createElement('small')
  note.textContent = parts.filter((part) => typeof part === 'string' && part !== '').join(' · ')
  const item = document.createElement('li')
  item.append(name, note)
  return item
}
