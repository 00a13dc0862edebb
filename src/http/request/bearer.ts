/** The token of `Authorization: Bearer <token>`. Undefined: the header is missing or has another scheme. */
export function bearerOf(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : BEARER.exec(authorization)?.[1]
}

/** The scheme is case-insensitive and one or more spaces follow it. */
const BEARER = /^bearer +([^ ]+)$/i
