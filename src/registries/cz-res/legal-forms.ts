/** The code of all natural persons in the list of the register of persons (149). */
const ROS_NATURAL_PERSON = '100'

/**
 * Legal forms of list 56 whose subject is a person: 101, 105, 107 and 424 occur today, the rest of 100 to 110 and 425
 * are their neighbours of other years. Taking a firm for a person costs little, the opposite keeps a person's data too
 * long. A row without a form of list 56 may still have that of the register of persons.
 */
export function isNaturalPerson(form: string | null, rosForm: string | null = null): boolean {
  if (form === null) return rosForm === ROS_NATURAL_PERSON
  return form === '424' || form === '425' || ('100' <= form && form <= '110' && form.length === 3)
}
