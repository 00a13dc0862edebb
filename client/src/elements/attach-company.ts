import { type Company, findHighlights } from '../index.ts'
import {
  COMPANY_FIELDS,
  type CompanyField,
  DETAIL_FIELDS,
  listCompanyValues,
  listDetailValues,
} from './company-values.ts'
import { FieldFiller } from './fill-fields.ts'
import { type Attachment, Widget, type WidgetOptions } from './widget.ts'

export interface CompanyOptions extends WidgetOptions<CompanyField> {
  /** What the input itself has after a pick. Default: name. */
  readonly value?: 'name' | 'ico' | 'address' | undefined
}

/** Suggests companies at an input. It reads the detail of a picked company only if a mapped field needs it. */
export function attachCompany(input: HTMLInputElement, options: CompanyOptions): Attachment {
  const { regista, fields = {}, value = 'name' } = options
  const filler = new FieldFiller(input, fields, COMPANY_FIELDS)
  let reading = new AbortController()

  const widget = new Widget<Company>(input, options, {
    label: (texts) => texts.companies,
    search: (query, call) => regista.suggestCompanies(query, call),
    describe({ name, ico, address, status }, typed, { dissolved, removed }) {
      const state = status === null ? null : status === 'dissolved' ? dissolved : removed
      const note = [ico, address, state].filter(Boolean).join(' · ')
      return { title: name, highlights: findHighlights(name, typed), note, leadsOn: false }
    },
    onPick: (company) => void pick(company),
    onTyped() {
      reading.abort()
      filler.emptyHidden()
    },
    onLeave(reason) {
      if (reason === 'left') return
      reading.abort()
      filler.forget()
    },
  })

  async function pick(company: Company): Promise<void> {
    reading.abort()
    reading = new AbortController()
    const values = listCompanyValues(company)
    widget.close()
    widget.write(values[value])
    filler.fill(values)
    widget.announce(widget.texts.filled(`${company.name}, ${company.address}`))
    const details = filler.hasOneOf(DETAIL_FIELDS) ? await readDetail(company, reading.signal) : undefined
    if (details !== 'aborted') widget.dispatch('pick', { suggestion: company, values: { ...values, ...details } })
  }

  async function readDetail({ country, ico }: Company, signal: AbortSignal) {
    try {
      if (ico === null || !(await regista.canReadCompanies({ signal }))) return emptyDetails()
      const { data } = await regista.readCompany(country, ico, { signal })
      if (signal.aborted) return 'aborted'
      const details = listDetailValues(data)
      filler.fill(details)
      return details
    } catch (error) {
      if (signal.aborted) return 'aborted'
      widget.dispatch('error', error)
      widget.say(widget.texts.noDetail)
      return emptyDetails()
    }
  }

  /** What an earlier company left in the fields would be wrong beside this one. */
  function emptyDetails(): undefined {
    filler.empty(DETAIL_FIELDS)
  }

  return {
    detach() {
      reading.abort()
      widget.detach()
    },
  }
}
