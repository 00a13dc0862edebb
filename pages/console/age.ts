import { html } from './dom.ts'
import { formatSeconds, formatTimeOfDay } from './format.ts'

/*
 * How old is what the page shows? Without an answer of the server everything turns grey and says its age, so that no
 * green word stays that may be wrong.
 */

const content = document.querySelector<HTMLElement>('#content')!

let shown: { readonly asOf: string; readonly readMs: number; readonly currentUntilMs: number } | undefined

/** The page shows what the server has just answered. It counts as current for so long. */
export function noteAnswer(asOf: string, currentForMs: number): void {
  const readMs = performance.now()
  shown = { asOf, readMs, currentUntilMs: readMs + currentForMs }
  showAge()
}

/** The server does not answer, or not with what the page shows. */
export function noteSilence(): void {
  shown = shown && { ...shown, currentUntilMs: 0 }
  showAge()
}

/** Nothing of the server is on the page. */
export function forgetAge(): void {
  shown = undefined
  showAge()
}

/** When the shown figures were read, by the clock of the server. */
export function describeAge(): string {
  if (shown === undefined) return ''
  const seconds = Math.round((performance.now() - shown.readMs) / 1000)
  return `as of ${formatTimeOfDay(shown.asOf)}, ${formatSeconds(seconds)} ago`
}

function showAge(): void {
  const isOld = shown !== undefined && shown.currentUntilMs <= performance.now()
  content.classList.toggle('old', isOld)
  for (const place of content.querySelectorAll('.tile, .card > header')) {
    const [last] = place.querySelectorAll('.age')
    if (!isOld) last?.remove()
    else if (last === undefined)
      place.append(html(place.matches('.tile') ? 'dd' : 'p', { class: 'age' }, describeAge()))
    else last.textContent = describeAge()
  }
}

setInterval(showAge, 1_000)
