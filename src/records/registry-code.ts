/** A code of a register's code list, with its name. */
export interface RegistryCode {
  readonly code: string | null
  readonly name: string | null
  readonly codelist: string | null
}
