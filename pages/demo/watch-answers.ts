/** A response of the API, as it came. */
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

/** Reports each response that the widgets of this page receive. They use the `fetch` of the page. */
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
    // Not a clone: a widget that has its answer aborts the request, and with it the clone.
    return new Response(text, response)
  }
}

/** A proxy between page and API may answer something else. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
