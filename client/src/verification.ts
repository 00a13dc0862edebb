/** The second file of the script of forms. */
export { attach } from './verification/attach-verification.ts'
export { verifyAddress } from './verification/verify-address.ts'
