/**
 * Legal forms of list 56 whose subject is a person: 101, 105, 107 and 424 occur today, the rest of 100 to 110 and 425 are their
 * neighbours of other years. Taking a firm for a person costs little, the opposite keeps a person's data too long.
 */
export function isNaturalPerson(form: string): boolean {
  return form === '424' || form === '425' || ('100' <= form && form <= '110' && form.length === 3)
}
