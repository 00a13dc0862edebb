/** The second file of the script of forms. */
export { attachVerification } from './verification/attach-verification.ts'
export { verifyAddress } from './verification/verify-address.ts'
