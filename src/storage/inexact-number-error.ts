/** A number in the database that JavaScript cannot hold exactly. The statement has taken effect all the same. */
export class InexactNumberError extends Error {
  constructor(number: string, where: string) {
    super(`${number} in ${where} of the database is not a whole number that JavaScript can hold exactly`)
  }
}
