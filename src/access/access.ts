/** Decides who may call. The README lists the other doors of this folder. */
export { type Authenticated, authenticate, isGuess, type Principal } from './decisions/authenticate.ts'
export { authorize } from './decisions/authorize.ts'
export { findExposedKeys } from './decisions/find-exposed-keys.ts'
export { isDevelopmentOrigin, parseOrigin } from './origins.ts'
export { ALL_SCOPES, SCOPES, type Scope, SUGGEST_SCOPES } from './scopes.ts'
export { type Minted, mintSession } from './sessions/mint-session.ts'
