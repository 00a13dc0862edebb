import { type Company, findHighlights } from '../index.ts'
import { type CompanyField, isOfDetail, listCompanyValues, listDetailValues } from './company-values.ts'
import type { FieldTarget, Values } from './fill-fields.ts'
import { joinPresent } from './suggestion-list.ts'
import { type Attachment, createWidget, type WidgetOptions } from './widget.ts'

export interface CompanyOptions extends WidgetOptions {
  readonly fields?: { readonly [name in CompanyField]?: FieldTarget } | undefined
  /** Default: name. */
  readonly value?: 'name' | 'ico' | 'address' | undefined
}

/** Suggests companies at an input. It reads the detail of a picked company only if a mapped field needs it. */
export function attachCompany(input: HTMLInputElement, options: CompanyOptions): Attachment {
  const { regista, fields = {} } = options
  let reading = new AbortController()

  const widget = createWidget<Company>(
    input,
    {
      value: 'name',
      example: ({ firm }) => firm,
      search: (query, call) => regista.suggestCompanies(query, call),
      describe({ name, ico, address, status }, typed, { inactive }) {
        const note = joinPresent(ico, address, status && inactive)
        return { label: name, highlights: findHighlights(name, typed), note }
      },
      pick: (company) => void pick(company),
      onEvent(event) {
        if (event === 'typed' || event === 'replaced') reading.abort()
      },
    },
    options,
  )

  async function pick(company: Company): Promise<void> {
    reading.abort()
    const { signal } = (reading = new AbortController())
    const values = listCompanyValues(company)
    widget.fill(values)
    const details = Object.keys(fields).some(isOfDetail) ? await readDetails(company, signal) : {}
    if (signal.aborted) return
    // The other fields may have been edited since.
    widget.filler.fill(details)
    widget.dispatch('pick', { suggestion: company, values: { ...details, ...values } })
  }

  async function readDetails({ country, ico }: Company, signal: AbortSignal): Promise<Values> {
    // What an earlier company left in the fields would be wrong beside this one.
    widget.filler.empty(isOfDetail)
    try {
      if (!ico || !(await regista.canReadCompanies({ signal }))) return {}
      const answer = await regista.readCompany(country, ico, { signal })
      widget.dispatch('answer', answer)
      return listDetailValues(answer.data)
    } catch (error) {
      if (!signal.aborted) {
        widget.say(widget.texts.broken, widget.texts.freely)
        widget.dispatch('error', error)
      }
      return {}
    }
  }

  return widget
}
