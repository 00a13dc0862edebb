/** A response of the API, as the page received it. */
export interface ApiAnswer {
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
  readonly sentMs: number
  readonly answeredMs: number
}

/** Replaces the page's `fetch`, which the widgets use, to report each response of the API. */
export function watchAnswers(baseUrl: string, onAnswer: (answer: ApiAnswer) => void): void {
  const { fetch } = globalThis
  globalThis.fetch = async (input, init) => {
    const sentMs = performance.now()
    const response = await fetch(input, init)
    const { url, status, headers } = response
    if (!url.startsWith(`${baseUrl}/`)) return response
    const text = await response.text()
    const target = url.slice(baseUrl.length)
    const body = parseJson(text)
    onAnswer({ method: init?.method ?? 'GET', target, status, headers, body, sentMs, answeredMs: performance.now() })
    // Not `clone()`: a widget aborts its request after it has read the answer, which would abort the clone too.
    return new Response(text, response)
  }
}

/** A proxy between page and API may answer with a body that is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
