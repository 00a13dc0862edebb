import type { Page } from 'playwright-core'
import { until } from '../../../../src/stdx/testing/until.ts'

/** Timers of the page wait until the test lets its time pass. Requests and responses take real time. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt('2100-01-01')
}

/** Lets the time of a page with a stopped clock pass until something has happened. */
export async function passTime<T>(page: Page, happening: Promise<T>): Promise<T> {
  let isOver = false
  const over = () => void (isOver = true)
  happening.then(over, over)
  await until(async () => {
    await page.clock.runFor(1_000)
    return isOver
  }, 'what takes time in the page')
  return await happening
}
