import { literal, strictObject, text, type ValueOf } from './schema.ts'
import { Count } from './words.ts'

const count = (description: string) => ({ ...Count, description }) as typeof Count

export const Usage = strictObject(
  {
    allowance_units: count('The units that the account may use this month.'),
    confirmed_units: count('Charged: debited durably and answered with success.'),
    reserved_units: count('The sum of the prepared, in-flight and pending units.'),
    recovery_hold_units: count(
      'Of requests whose debit could not be confirmed in time. Not counted as charged, and at most 100.',
    ),
    prepared_available_units: count('What the server may charge with its next commit, before it asks the books again.'),
    pending_spent_units: count('Being written to the books and not yet confirmed.'),
    in_flight_reserved_units: count('Taken by requests that are in progress.'),
    accounting_status: literal('live', { description: 'The figures are of this moment.' }),
    period: text({ pattern: '^[0-9]{4}-[0-9]{2}$', description: 'A calendar month in Europe/Bratislava.' }),
  },
  { title: 'Usage', description: 'The usage of the account in this month, at one moment.' },
)
export type Usage = ValueOf<typeof Usage>
