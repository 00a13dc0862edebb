import type { RegistryCode } from '../../records/registry-code.ts'

interface PublicRegister {
  readonly name: string
  /** The legal form of all its subjects (code list 56), if there is only one. */
  readonly legalForm?: RegistryCode
}

const form = (code: string, name: string): RegistryCode => ({ code, name, codelist: '56' })

/** The six public registers. The documents state only their codes. */
const REGISTERS: ReadonlyMap<string, PublicRegister> = new Map([
  ['OR', { name: 'obchodní rejstřík' }],
  ['SR', { name: 'spolkový rejstřík' }],
  ['NR', { name: 'nadační rejstřík' }],
  [
    'RSVJ',
    {
      name: 'rejstřík společenství vlastníků jednotek',
      legalForm: form('145', 'Společenství vlastníků jednotek'),
    },
  ],
  ['RU', { name: 'rejstřík ústavů', legalForm: form('161', 'Ústav') }],
  [
    'ROPS',
    {
      name: 'rejstřík obecně prospěšných společností',
      legalForm: form('141', 'Obecně prospěšná společnost'),
    },
  ],
])

/** The register with its name, if it is one of the six. */
export function registerOf(code: string): RegistryCode {
  return { code, name: REGISTERS.get(code)?.name ?? null, codelist: null }
}

/** The legal form that the register implies; null where it has subjects of several forms. */
export function impliedLegalForm(code: string): RegistryCode | null {
  return REGISTERS.get(code)?.legalForm ?? null
}
