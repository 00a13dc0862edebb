import Type, { type Static } from 'typebox'
import { closed } from './closed.ts'
import { Count } from './words.ts'

const count = (description: string) => ({ ...Count, description }) as typeof Count

export const Usage = closed(
  {
    allowance_units: count('What the account may use this month.'),
    confirmed_units: count('Charged: debited durably, and answered with success.'),
    reserved_units: count('Prepared, in flight and pending together.'),
    recovery_hold_units: count('Debited, but nobody can know whether it was answered. Not charged; at most 100.'),
    prepared_available_units: count('Free, in the hands of the servers.'),
    pending_spent_units: count('Written, or being written, and not yet confirmed.'),
    in_flight_reserved_units: count('Taken by requests that are being computed.'),
    accounting_status: Type.Literal('live'),
    period: Type.String({ pattern: '^[0-9]{4}-[0-9]{2}$', description: 'A calendar month in Europe/Bratislava.' }),
  },
  { title: 'Usage', description: 'What the account has used this month, as of one moment.' },
)
export type Usage = Static<typeof Usage>
