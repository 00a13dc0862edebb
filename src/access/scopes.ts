/** A scope allows a credential one kind of operation. */
export const SCOPES = ['addresses:suggest', 'companies:suggest', 'companies:read', 'usage:read'] as const
export type Scope = (typeof SCOPES)[number]

/** Scopes as bits, in the order of `SCOPES`. Session tokens contain them as a byte, so the order must never change. */
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
/** Browsers may not read the usage of the account. */
export const BROWSER_SCOPES = scopeSetOf(['addresses:suggest', 'companies:suggest', 'companies:read'])
/** The default for sessions. A detail costs ten times as much, so a page has to request its scope. */
export const SUGGEST_SCOPES = scopeSetOf(['addresses:suggest', 'companies:suggest'])

/** A sentence if a text is not a scope. */
export function parseScopes(texts: readonly string[]): { readonly scopes: ScopeSet } | { readonly sentence: string } {
  const wrong = texts.find((text) => !isScope(text))
  if (wrong !== undefined)
    return { sentence: `${JSON.stringify(wrong)} is not a scope. Scopes are ${SCOPES.join(', ')}.` }
  return { scopes: scopeSetOf(texts.filter(isScope)) }
}

function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text)
}

/** From the text in the database. A scope that this version does not know is ignored. */
export function readScopes(text: string): ScopeSet {
  return scopeSetOf(text.split(' ').filter(isScope))
}

export function writeScopes(set: ScopeSet): string {
  return scopesIn(set).join(' ')
}
