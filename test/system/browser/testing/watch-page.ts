import type { Page } from 'playwright-core'

/** Errors and messages of the browser's console, with violations of the content security policy. */
export function watchComplaints(page: Page): readonly string[] {
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(`${error}`))
  return complaints
}

/** The addresses of the requests that the page has sent, without preflights. */
export function watchRequests(page: Page): string[] {
  const urls: string[] = []
  page.on('request', (request) => urls.push(request.url()))
  return urls
}

/** Everything that the page has begun to send is known after it. */
export async function sendFence(page: Page, url: string): Promise<void> {
  await page.evaluate((url) => fetch(url).catch(() => {}), url)
}

/** Resolves when the page receives the next event with this name. */
export function nextEvent(page: Page, name: string): Promise<void> {
  return page.evaluate((name) => new Promise<void>((resolve) => addEventListener(name, () => resolve())), name)
}
