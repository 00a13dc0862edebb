import { addDays, dayAfter } from '../records/date.ts'

/** The next file that a register should publish after the data of a day. */
export interface NextFile {
  /** The register's name for it. */
  readonly file: string
  /** The day whose state or changes it has. */
  readonly stateOf: string
  /** The day from which it can be downloaded. */
  readonly expectedOn: string
}

/** Undefined: no dataset has this name. `observedOn`: the newest day of the data. */
export function findNextFile(dataset: string, observedOn: string): NextFile | undefined {
  return PUBLICATIONS[dataset]?.(observedOn)
}

/** When each dataset appears, as the READMEs of the registers say. */
const PUBLICATIONS: Readonly<Record<string, (observedOn: string) => NextFile>> = {
  'sk-rpo': (day) => daily(day, `actual_${dayAfter(day)}.json.gz`),
  'sk-addresses-rageo': (day) => daily(day, 'address_by_nuts3_*.geojson'),
  'sk-addresses-csv': (day) => {
    const stateOf = monthsLater(day, 3)
    return { file: 'adresy_podla_krajov.csv', stateOf, expectedOn: stateOf }
  },
  'cz-addresses': (day) => {
    const stateOf = endOfMonth(dayAfter(day))
    return { file: `${stateOf.replaceAll('-', '')}_OB_ADR_csv.zip`, stateOf, expectedOn: dayAfter(stateOf) }
  },
  'cz-res': (day) => {
    const next = dayAfter(day)
    const middle = `${next.slice(0, 8)}15`
    const stateOf = next <= middle ? middle : endOfMonth(next)
    return { file: 'res_data.csv', stateOf, expectedOn: addDays(stateOf, 2) }
  },
  'cz-vr': (day) => daily(day, 'ares_vreo_all.tar.gz'),
}

/** The state of each day appears on the day after it. */
function daily(observedOn: string, file: string): NextFile {
  const stateOf = dayAfter(observedOn)
  return { file, stateOf, expectedOn: dayAfter(stateOf) }
}

function endOfMonth(day: string): string {
  return Temporal.PlainDate.from(day).toPlainYearMonth().toPlainDate({ day: 31 }).toString()
}

function monthsLater(day: string, months: number): string {
  return Temporal.PlainDate.from(day).add({ months }).toString()
}
