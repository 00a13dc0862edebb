/** A number in the database that JavaScript would change. Whatever was asked was done all the same. */
export class InexactNumberError extends Error {
  constructor(number: string, where: string) {
    super(`${number} in ${where} of the database is no whole number that can be exact`)
  }
}
