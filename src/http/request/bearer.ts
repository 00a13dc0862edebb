/** The token of `Authorization: Bearer <token>`; undefined if the header is missing or says something else. */
export function bearerOf(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : BEARER.exec(authorization)?.[1]
}

/** The scheme's letters may be small or large, and spaces may follow it; the token has no spaces. */
const BEARER = /^bearer +([^ ]+)$/i
