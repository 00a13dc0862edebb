/**
 * The comparison of addresses and the hint below a field. Few pages need them, so they are a second file, which is loaded
 * at the first use. In the script of forms the build puts the address of that file here.
 */
export const loadVerification = async () => await import('./verification.ts')
