/**
 * `https_and_localhost` also allows pages of the developer's own machine, which any program there can serve. It is for
 * demonstrations, never for a server that other machines can reach.
 */
export type OriginPolicy = 'https' | 'https_and_localhost'

/** The origin exactly as a browser sends it, or a sentence that says what to write instead. */
export function parseOrigin(
  text: string,
  policy: OriginPolicy,
): { readonly origin: string } | { readonly sentence: string } {
  if (ORIGIN_LENGTH_MAX < text.length) return { sentence: `An origin has at most ${ORIGIN_LENGTH_MAX} characters.` }
  const quoted = JSON.stringify(text)
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || url.hostname === '' || url.origin === 'null')
    return { sentence: `${quoted} is not an origin. Write it as https://www.example.com.` }
  if (/[^a-z0-9.\-:[\]]/.test(url.hostname))
    return { sentence: `${quoted}: an origin is one exact host. Write each host, without *, _ or other signs.` }
  if (!isAllowedUnder(url.origin, policy)) {
    const local = policy === 'https_and_localhost' ? ' (or http://localhost, here)' : ''
    return { sentence: `${quoted}: an origin begins with https://${local}. Write https://${url.hostname}.` }
  }
  if (url.origin !== text)
    return { sentence: `${quoted} is not how a browser writes this origin. Write ${url.origin}.` }
  return { origin: text }
}

/** Servers check stored origins again: their policy may be narrower than that of the command. */
export function isAllowedUnder(origin: string, policy: OriginPolicy): boolean {
  if (origin.startsWith('https://')) return true
  return policy === 'https_and_localhost' && /^http:\/\/localhost(:\d+)?$/.test(origin)
}

/**
 * The origins that a page on this host can have, from a Host header. `http:` only on the developer's own machine.
 * Nothing for a text that no browser sends as a host.
 */
export function originsOfHost(host: string | undefined): string[] {
  if (host === undefined || !HOST.test(host)) return []
  const secure = `https://${host.replace(/:443$/, '')}`
  return LOOPBACK_HOST.test(host) ? [secure, `http://${host.replace(/:80$/, '')}`] : [secure]
}

const HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::[1-9]\d{0,4})?$/
const LOOPBACK_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/

/** A host name has at most 253 characters. */
const ORIGIN_LENGTH_MAX = 270
