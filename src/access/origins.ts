/**
 * `https`: what a browser can be sure of. `https_and_localhost`: also pages of the developer's own machine, which any program on it may serve;
 * for a demonstration, never for a server that others reach.
 */
export type OriginPolicy = 'https' | 'https_and_localhost'

/** Exactly as a browser sends it, or a sentence that says what to write instead. */
export function parseOrigin(
  text: string,
  policy: OriginPolicy,
): { readonly origin: string } | { readonly sentence: string } {
  if (ORIGIN_LENGTH_MAX < text.length) return { sentence: `An origin has at most ${ORIGIN_LENGTH_MAX} characters.` }
  const shown = JSON.stringify(text)
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || url.hostname === '' || url.origin === 'null')
    return { sentence: `${shown} is no origin. Write it as https://www.example.com.` }
  if (/[^a-z0-9.\-:[\]]/.test(url.hostname))
    return { sentence: `${shown}: an origin is one exact host; write each one, without *, _ or other signs in it.` }
  if (!isAllowedUnder(url.origin, policy)) {
    const local = policy === 'https_and_localhost' ? ' (or http://localhost, here)' : ''
    return { sentence: `${shown}: an origin begins with https://${local}. Write https://${url.hostname}.` }
  }
  if (url.origin !== text) return { sentence: `${shown} is not how a browser writes this origin. Write ${url.origin}.` }
  return { origin: text }
}

/** An origin that was allowed under a wider policy allows nothing under a narrower one. */
export function isAllowedUnder(origin: string, policy: OriginPolicy): boolean {
  if (origin.startsWith('https://')) return true
  return policy === 'https_and_localhost' && /^http:\/\/localhost(:\d+)?$/.test(origin)
}

/** A host name has at most 253 characters. */
const ORIGIN_LENGTH_MAX = 270
