/** A code of a registry's code list, with the name that the registry gives it. */
export interface RegistryCode {
  readonly code: string | null
  readonly name: string | null
  readonly codelist: string | null
}
