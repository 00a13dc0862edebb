import { createRegista } from '../index.ts'
import { attachAddress } from './attach-address.ts'
import { attachCompany } from './attach-company.ts'
import { isOfDetail } from './company-values.ts'
import { parseFields } from './fill-fields.ts'
import { parseNear } from './near-position.ts'
import type { Attachment, WidgetOptions } from './widget.ts'

type Attach = (input: HTMLInputElement, options: WidgetOptions & { readonly value?: never }) => Attachment

/**
 * Defines an element that stands around an input. The input, its label and its form stay the page's own, so all that
 * forms do works.
 */
function defineElement(name: string, attach: Attach): void {
  class WidgetElement extends HTMLElement {
    static readonly observedAttributes = [
      'base-url',
      'client-id',
      'fields',
      'hint',
      'lang',
      'near',
      'pause',
      'value',
      'verify',
    ]
    #attachment: Attachment | undefined
    #input: HTMLInputElement | null = null
    // The input may come later: from the parser, or from a framework that renders again.
    readonly #observer = new MutationObserver(() => this.#attach())

    connectedCallback(): void {
      this.#observer.observe(this, { childList: true, subtree: true })
      this.#attach()
    }

    disconnectedCallback(): void {
      this.#observer.disconnect()
      this.#attach(null)
    }

    attributeChangedCallback(): void {
      const input = this.#input
      this.#attach(null)
      this.#attach(input)
    }

    #attach(input: HTMLInputElement | null = this.querySelector('input:not([type=hidden])')): void {
      if (input === this.#input) return
      this.#attachment?.detach()
      this.#input = input
      if (input) this.#attachment = attach(input, readOptions(this))
    }
  }
  if (!customElements.get(name)) customElements.define(name, WidgetElement)
}

function readOptions(element: HTMLElement) {
  const read = (name: string) => element.getAttribute(name) ?? undefined
  const fields = parseFields(read('fields') ?? '')
  const isDetailed = element.localName === 'regista-company' && Object.keys(fields).some(isOfDetail)
  return {
    regista: createRegista({
      baseUrl: read('base-url') ?? location.origin,
      clientId: read('client-id'),
      // Widgets with the same scopes share one session, so only those that read details request more.
      scopes: isDetailed ? ['companies:suggest', 'companies:read'] : undefined,
    }),
    country: read('country') ?? 'sk',
    value: read('value') as never,
    fields,
    hint: read('hint') !== 'off',
    pause: Number(read('pause')) || undefined,
    near: parseNear(read('near')),
    verify: element.hasAttribute('verify'),
  }
}

/** Servers that render the page have no elements. */
export function defineElements(): void {
  if (!globalThis.customElements) return
  defineElement('regista-address', attachAddress)
  defineElement('regista-company', attachCompany)
}
