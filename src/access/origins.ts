/**
 * `https`: a web site. `development`: any port of one name, as `http://localhost` or, by tools for shops, `shop.test`.
 * Every program of that machine can serve a page there, and any device of a network can call itself `shop.local`.
 */
export type OriginKind = 'https' | 'development'

/** The origin exactly as a browser sends it, or a sentence that says what to write instead. */
export function parseOrigin(
  text: string,
  kind: OriginKind = 'https',
): { readonly origin: string } | { readonly sentence: string } {
  if (ORIGIN_LENGTH_MAX < text.length) return { sentence: `An origin has at most ${ORIGIN_LENGTH_MAX} characters.` }
  const quoted = JSON.stringify(text)
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || url.hostname === '' || url.origin === 'null')
    return { sentence: `${quoted} is not an origin. Write it as https://www.example.com.` }
  if (/[^a-z0-9.\-:[\]]/.test(url.hostname))
    return { sentence: `${quoted}: an origin is one exact host. Write each host, without *, _ or other signs.` }
  if (kind === 'development') return parseDevelopmentOrigin(text, url)
  if (url.protocol === 'http:' && DEVELOPMENT_HOST.test(url.hostname))
    return {
      sentence: `${quoted} is a name for development. Allow every port of it for one project with \`regista project allow-origin ID http://${url.hostname} --development\`.`,
    }
  if (url.protocol !== 'https:')
    return { sentence: `${quoted}: an origin begins with https://. Write https://${url.host}.` }
  if (url.origin !== text)
    return { sentence: `${quoted} is not how a browser writes this origin. Write ${url.origin}.` }
  return { origin: text }
}

function parseDevelopmentOrigin(text: string, url: URL): ReturnType<typeof parseOrigin> {
  const quoted = JSON.stringify(text)
  if (url.protocol !== 'http:' || !DEVELOPMENT_HOST.test(url.hostname))
    return {
      sentence: `${quoted} is no name for development: http://localhost, http://127.0.0.1, http://[::1], or a name that ends with .localhost, .test or .local. For a web site, write its https:// origin without --development.`,
    }
  const origin = `http://${url.hostname}`
  if (text !== origin) return { sentence: `${quoted}: a development origin covers every port. Write ${origin}.` }
  return { origin }
}

/** True for an origin that `parseOrigin` accepts for development. */
export function isDevelopmentOrigin(origin: string): boolean {
  return origin.startsWith('http:')
}

/** `origin`: as a browser sends it. */
export function allowsOrigin(allowed: Pick<ReadonlySet<string>, 'has'>, origin: string): boolean {
  return allowed.has(origin) || (DEVELOPMENT_ORIGIN.test(origin) && allowed.has(origin.replace(/:\d+$/, '')))
}

/** A browser leaves out port 80. */
const DEVELOPMENT_ORIGIN =
  /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]|[a-z0-9.-]+\.(?:localhost|test|local))(?::(?!80$)[1-9]\d{0,4})?$/

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
const DEVELOPMENT_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\]|[a-z0-9.-]+\.(?:localhost|test|local))$/
const LOOPBACK_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/

/** A host name has at most 253 characters. */
const ORIGIN_LENGTH_MAX = 270
