import { CZ_ADDRESSES_REMOTE } from './cz-addresses/remote.ts'
import { CZ_RES_REMOTE } from './cz-res/remote.ts'
import { CZ_VR_REMOTE } from './cz-vr/remote.ts'
import type { Remote } from './remote.ts'
import { SK_ADDRESSES_REMOTE } from './sk-addresses/remote.ts'
import { SK_RPO_REMOTE } from './sk-rpo/remote.ts'

/** Where each register publishes, in the order in which an operator reads about them. */
export const REMOTES: readonly Remote[] = [
  SK_RPO_REMOTE,
  SK_ADDRESSES_REMOTE,
  CZ_RES_REMOTE,
  CZ_VR_REMOTE,
  CZ_ADDRESSES_REMOTE,
]
