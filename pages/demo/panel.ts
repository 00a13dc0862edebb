import { formatJson } from './format-json.ts'
import { describeAnswer } from './hits.ts'
import { openLeft } from './left.ts'
import type { Texts } from './texts.ts'
import { type ApiAnswer, watchAnswers } from './watch-answers.ts'

/** What of a widget's answer the panel needs when nothing was sent. */
interface WidgetAnswer {
  readonly data: unknown
  readonly meta: unknown
  readonly fromCache: boolean
}

const find = <Kind extends HTMLElement = HTMLElement>(selector: string): Kind => document.querySelector<Kind>(selector)!

/** Shows beside the form what the widgets receive, what it costs, and how long it takes. */
export function openPanel(baseUrl: string, textOf: (name: keyof Texts) => string): void {
  const showLeft = openLeft()
  let chargedUnits = 0
  let gestureMs = 0
  let sessionSentMs = 0
  /** The times of the last request for suggestions. */
  let sent = { gestureMs: 0, sentMs: 0, answeredMs: 0 }

  // Only so can the keyboard scroll them.
  for (const selector of ['#answer', '.result']) find(selector).tabIndex = 0

  watchAnswers(baseUrl, (answer) => {
    const { target, sentMs, answeredMs } = answer
    if (target === '/v1/browser-sessions') sessionSentMs = sentMs
    // The first list waits for its session, which is the API's time too.
    const isFirst = gestureMs < sessionSentMs
    if (target.startsWith('/v1/autocomplete/'))
      sent = { gestureMs, sentMs: isFirst ? sessionSentMs : sentMs, answeredMs }
    chargedUnits += Number(answer.headers.get('X-Credits-Charged-Units') ?? 0)
    // The list comes first.
    void afterPaint().then(() => showAnswer(answer))
  })

  for (const type of ['input', 'keydown', 'click'])
    addEventListener(type, (event) => isGesture(event) && (gestureMs = event.timeStamp), true)

  addEventListener('regista-answer', (event) => {
    const { data, meta, fromCache } = (event as CustomEvent<WidgetAnswer>).detail
    const nowMs = performance.now()
    const times = fromCache ? { gestureMs, sentMs: nowMs, answeredMs: nowMs } : sent
    void afterPaint().then((paintedMs) => {
      showTimes({ ...times, paintedMs })
      if (fromCache) showBody({ status: textOf('cached'), request: '', body: { data, meta } })
    })
  })

  function showAnswer({ method, target, status, body }: ApiAnswer): void {
    showBody({ status: `${status}`, request: `${method} ${decodeURIComponent(target.replaceAll('+', ' '))}`, body })
    find('#status').classList.toggle('bad', 400 <= status)
    find('#charged').textContent = `${chargedUnits}`
    showLeft()
  }

  function showBody({ status, request, body }: { status: string; request: string; body: unknown }): void {
    find('#status').textContent = status
    find('#status').classList.remove('bad')
    find('#request').textContent = request
    const answer = find('#answer')
    answer.replaceChildren(formatJson(body))
    answer.scrollTop = 0
    const { message, hits } = describeAnswer(body, textOf)
    find('#message').textContent = message
    find('#hits').replaceChildren(...hits)
    find('.result').scrollTop = 0
  }
}

interface Times {
  readonly gestureMs: number
  readonly sentMs: number
  readonly answeredMs: number
  readonly paintedMs: number
}

function showTimes({ gestureMs, sentMs, answeredMs, paintedMs }: Times): void {
  const parts = { wait: sentMs - gestureMs, api: answeredMs - sentMs, draw: paintedMs - answeredMs }
  const totalMs = Math.max(1, paintedMs - gestureMs)
  const unit = document.createElement('small')
  unit.textContent = 'ms'
  find('#total').replaceChildren(`${totalMs.toFixed(0)} `, unit)
  let endMs = 0
  for (const [name, ms] of Object.entries(parts)) {
    endMs += Math.max(0, ms)
    find(`#${name}`).textContent = `${Math.max(0, ms).toFixed(0)} ms`
    find('.bar').style.setProperty(`--${name}`, `${(100 * endMs) / totalMs}%`)
  }
}

/** Events that change the text of a field or pick a suggestion. Moving in the list does not count. */
function isGesture(event: Event): boolean {
  return event.isTrusted && (event.type !== 'keydown' || (event as KeyboardEvent).key === 'Enter')
}

/** Resolves with the time once the browser has painted what is on the page now. */
function afterPaint(): Promise<number> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(performance.now()))))
}
