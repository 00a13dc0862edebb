/**
 * Loads the comparison of addresses and the hint below a field: few pages need them, so they are a second file. In the
 * script of forms the build puts the address of that file here.
 */
export const loadVerification = async () => await import('./verification.ts')
