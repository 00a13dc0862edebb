import type { Page, Request } from 'playwright-core'
import { until } from '../../../../src/stdx/testing/until.ts'

/** The requests of pages with a stopped clock that have no response yet. */
const underWay = new WeakMap<Page, Set<Request>>()

/** Timers of the page wait until the test lets its time pass. Requests and responses take real time. */
export async function stopClock(page: Page): Promise<void> {
  const requests = new Set<Request>()
  underWay.set(page, requests)
  page.on('request', (request) => requests.add(request))
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => requests.delete(request))
  await page.clock.pauseAt('2100-01-01')
}

/** Lets the time of a page with a stopped clock pass until something has happened. */
export async function passTime<T>(page: Page, happening: Promise<T>): Promise<T> {
  return await passTimeIf(page, happening, () => true)
}

/** The same, but not while the page waits for a response: a slow one would come after the limit of the page. */
export async function passIdleTime<T>(page: Page, happening: Promise<T>): Promise<T> {
  const requests = underWay.get(page)!
  return await passTimeIf(page, happening, () => requests.size === 0)
}

async function passTimeIf<T>(page: Page, happening: Promise<T>, mayPass: () => boolean): Promise<T> {
  let isOver = false
  const over = () => void (isOver = true)
  happening.then(over, over)
  await until(async () => {
    if (mayPass()) await page.clock.runFor(1_000)
    return isOver
  }, 'what takes time in the page')
  return await happening
}
