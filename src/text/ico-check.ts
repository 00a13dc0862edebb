/** Company numbers have eight digits, and the last one follows from the others. A few old numbers break the rule. */
const DIGITS = 8

/** Whether the last of eight digits is the one that the others demand, as in both countries. */
export function hasRightCheckDigit(digits: string): boolean {
  if (digits.length !== DIGITS) return false
  let sum = 0
  for (let i = 0; i < DIGITS - 1; i++) sum += (DIGITS - i) * Number(digits[i])
  return (11 - (sum % 11)) % 10 === Number(digits[DIGITS - 1])
}
