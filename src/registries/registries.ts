import type { Registry } from './registry.ts'

export type { ArrangeOptions, ImportSet, Registry, Reject, RowSink, SourceFile } from './registry.ts'

/** All registers that Regista reads, by the name an operator types. */
export const REGISTRIES: readonly Registry[] = []
