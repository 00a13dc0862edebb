import { czAddresses } from './cz-addresses/cz-addresses.ts'
import { czRes } from './cz-res/cz-res.ts'
import { czVr } from './cz-vr/cz-vr.ts'
import type { Registry } from './registry.ts'
import { skAddresses } from './sk-addresses/sk-addresses.ts'
import { skRpo } from './sk-rpo/sk-rpo.ts'

export type { FieldComparison, FileDescription } from './file-description.ts'
export { findServerMessage } from './recognise-file.ts'
export type { ImportSet, Registry, Reject, RowSink, SourceFile } from './registry.ts'
export type { Applied, Remote, RemoteFile, RemotePlan, RemoteSet, StandIn } from './remote.ts'
export { REMOTES } from './remotes.ts'

/** All registers that Regista reads, by the name an operator types. */
export const REGISTRIES: readonly Registry[] = [skRpo, skAddresses, czAddresses, czRes, czVr]
