/** What a credential may be used for. */
export const SCOPES = ['addresses:suggest', 'companies:suggest', 'companies:read', 'usage:read'] as const
export type Scope = (typeof SCOPES)[number]

/** Scopes as bits, in the order of the list; a session's token has them in one byte, so the order is kept for good. */
export type ScopeSet = number & { readonly [scopeSet]: true }
declare const scopeSet: unique symbol

export function scopeSetOf(scopes: readonly Scope[]): ScopeSet {
  return scopes.reduce((bits, scope) => bits | (1 << SCOPES.indexOf(scope)), 0) as ScopeSet
}

export function scopesIn(set: ScopeSet): Scope[] {
  return SCOPES.filter((scope) => includesScope(set, scope))
}

export function includesScope(set: ScopeSet, scope: Scope): boolean {
  return (set & (1 << SCOPES.indexOf(scope))) !== 0
}

export function commonScopes(a: ScopeSet, b: ScopeSet): ScopeSet {
  return (a & b) as ScopeSet
}

/** Those of `set` that are not in `others`. */
export function scopesBeyond(set: ScopeSet, others: ScopeSet): Scope[] {
  return scopesIn((set & ~others) as ScopeSet)
}

export const ALL_SCOPES = scopeSetOf(SCOPES)
/** A browser never sees its account's usage. */
export const BROWSER_SCOPES = scopeSetOf(['addresses:suggest', 'companies:suggest', 'companies:read'])
/** What a session gets when it asks for nothing: a detail costs ten times as much, and wants to be asked for. */
export const SUGGEST_SCOPES = scopeSetOf(['addresses:suggest', 'companies:suggest'])

/** A sentence if one of them is none. */
export function parseScopes(texts: readonly string[]): { readonly scopes: ScopeSet } | { readonly sentence: string } {
  const wrong = texts.find((text) => !isScope(text))
  if (wrong !== undefined) return { sentence: `${JSON.stringify(wrong)} is no scope. Scopes are ${SCOPES.join(', ')}.` }
  return { scopes: scopeSetOf(texts.filter(isScope)) }
}

function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text)
}

/** As they stand in the database. A name that this version does not know allows nothing here. */
export function readScopes(text: string): ScopeSet {
  return scopeSetOf(text.split(' ').filter(isScope))
}

export function writeScopes(set: ScopeSet): string {
  return scopesIn(set).join(' ')
}
