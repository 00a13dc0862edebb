import { type Country, createRegista, type Language, type Scope } from '../index.ts'
import { type AddressOptions, attachAddress } from './attach-address.ts'
import { attachCompany, type CompanyOptions } from './attach-company.ts'
import { DETAIL_FIELDS } from './company-values.ts'
import { parseFields } from './fill-fields.ts'
import type { Attachment } from './widget.ts'

/** Servers that render the page have no elements. */
const Base = globalThis.HTMLElement ?? (Object as unknown as typeof HTMLElement)

const ATTRIBUTES = ['base-url', 'client-id', 'country', 'fields', 'lang', 'value'] as const

/** An element around an input. The input, its label and its form stay the page's own, so all that forms do works. */
abstract class WidgetElement extends Base {
  static readonly observedAttributes = ATTRIBUTES
  #attachment: Attachment | undefined
  #input: HTMLInputElement | null = null
  #observer: MutationObserver | undefined

  protected readonly detailScopes?: readonly Scope[]

  protected abstract attach(input: HTMLInputElement): Attachment

  connectedCallback(): void {
    // The input may come later: from the parser, or from a framework that renders again.
    this.#observer = new MutationObserver(() => this.#findInput() !== this.#input && this.#restart())
    this.#observer.observe(this, { childList: true, subtree: true })
    this.#restart()
  }

  disconnectedCallback(): void {
    this.#observer?.disconnect()
    this.#stop()
  }

  attributeChangedCallback(): void {
    if (this.#input) this.#restart()
  }

  protected readOptions() {
    const text = (name: (typeof ATTRIBUTES)[number]) => this.getAttribute(name) ?? undefined
    const baseUrl = text('base-url') ?? location.origin
    const fields = parseFields(text('fields') ?? '')
    // Widgets with the same scopes share one session, so only those that read details request more.
    const scopes = DETAIL_FIELDS.some((name) => name in fields) ? this.detailScopes : undefined
    return {
      regista: createRegista({ baseUrl, clientId: text('client-id') ?? '', scopes }),
      country: () => this.#readCountry(text('country') ?? 'sk'),
      lang: text('lang') as Language | undefined,
      fields,
      value: text('value'),
    }
  }

  /** The country itself, or a selector of the field in which the person chooses it. */
  #readCountry(country: string): string {
    if (/^\w\w$/.test(country)) return country.toLowerCase() as Country
    const root = this.getRootNode() as ParentNode
    return root.querySelector<HTMLSelectElement>(country)?.value.toLowerCase() ?? ''
  }

  #findInput(): HTMLInputElement | null {
    return this.querySelector<HTMLInputElement>('input:not([type=hidden])')
  }

  #restart(): void {
    this.#stop()
    this.#input = this.#findInput()
    if (this.#input) this.#attachment = this.attach(this.#input)
  }

  #stop(): void {
    this.#attachment?.detach()
    this.#attachment = undefined
    this.#input = null
  }
}

export class RegistaAddress extends WidgetElement {
  protected override attach(input: HTMLInputElement): Attachment {
    return attachAddress(input, this.readOptions() as AddressOptions)
  }
}

export class RegistaCompany extends WidgetElement {
  protected override readonly detailScopes = ['companies:suggest', 'companies:read'] as const

  protected override attach(input: HTMLInputElement): Attachment {
    return attachCompany(input, this.readOptions() as CompanyOptions)
  }
}

export function defineElements(): void {
  if (!globalThis.customElements) return
  for (const [name, element] of [
    ['regista-address', RegistaAddress],
    ['regista-company', RegistaCompany],
  ] as const)
    if (!customElements.get(name)) customElements.define(name, element)
}
