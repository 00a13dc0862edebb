import type { StoreSettings } from '../store/store.ts'
import type { S3Access, StoreAddress } from '../store/store-address.ts'
import { readSecret } from './context.ts'
import { currentCall } from './shell.ts'

export interface StoreOptions {
  /** Undefined or false: there is no store. */
  readonly store?: StoreAddress | false
}

export function readStoreSettings(address: StoreAddress): StoreSettings {
  const keys = {
    signingKey: readSecret('REGISTA_STORE_SIGNING_KEY'),
    publicKey: readSecret('REGISTA_STORE_PUBLIC_KEY'),
  }
  return { address, s3: readS3Access(), ...keys }
}

/** From the variables that every program for S3 reads. */
function readS3Access(): S3Access | undefined {
  const { env } = currentCall()
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env
  if (!accessKeyId || !secretAccessKey) return undefined
  return {
    endpoint: env.AWS_ENDPOINT_URL_S3 || env.AWS_ENDPOINT_URL || undefined,
    region: env.AWS_REGION || env.AWS_DEFAULT_REGION || 'us-east-1',
    accessKeyId,
    secretAccessKey,
    sessionToken: env.AWS_SESSION_TOKEN || undefined,
  }
}
