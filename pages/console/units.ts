import type { Part } from './chart.ts'
import type { Units } from './types.ts'

type UnitSums = Omit<Units, 'requests'>

export function partsOf({ confirmed_units }: UnitSums): readonly Part[] {
  return [{ kind: 'confirmed', value: confirmed_units }]
}

export function usedUnits({ confirmed_units }: UnitSums): number {
  return confirmed_units
}
