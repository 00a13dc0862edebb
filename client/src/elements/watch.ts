import { type AddressOptions, attachAddress } from './attach-address.ts'
import { attachCompany, type CompanyOptions } from './attach-company.ts'
import type { Attachment } from './widget.ts'

/** The options of `attachAddress`, or with the kind `company` those of `attachCompany`. */
export type WatchOptions =
  | (AddressOptions & { readonly kind?: 'address' | undefined })
  | (CompanyOptions & { readonly kind: 'company' })

/** The inputs of all watchers: a page that watches an input twice shows one list. */
const watched = new Set<Element>()

/**
 * Attaches a widget to each input of the page that matches the selector, now and later: shops replace their forms and
 * steps while the page stays. Returns a function that stops it and detaches the widgets.
 */
export function watch(selector: string, options: WatchOptions): () => void {
  const attachments = new Map<Element, Attachment>()

  function update(found: Iterable<HTMLInputElement>): void {
    const inputs = new Set(found)
    for (const [input, { detach }] of attachments) {
      if (inputs.has(input as HTMLInputElement)) continue
      attachments.delete(input)
      watched.delete(input)
      detach()
    }
    for (const input of inputs) {
      if (watched.has(input)) continue
      watched.add(input)
      attachments.set(input, options.kind === 'company' ? attachCompany(input, options) : attachAddress(input, options))
    }
  }

  const find = () => update(document.querySelectorAll(selector))
  const observer = new MutationObserver(find)
  observer.observe(document, { childList: true, subtree: true })
  find()
  return () => {
    observer.disconnect()
    update([])
  }
}
