import { defineElements } from './elements/widget-element.ts'

export type { AddressField } from './elements/address-values.ts'
export { type AddressOptions, attachAddress } from './elements/attach-address.ts'
export { attachCompany, type CompanyOptions } from './elements/attach-company.ts'
export type { CompanyField } from './elements/company-values.ts'
export type { FieldTarget } from './elements/fill-fields.ts'
export { measurePause } from './elements/typing-pause.ts'
export { type WatchOptions, watch } from './elements/watch.ts'
export type { Attachment } from './elements/widget.ts'

defineElements()
