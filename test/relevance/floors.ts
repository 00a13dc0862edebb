import { readFileSync } from 'node:fs'
import { type Outcome, scoreOf } from './score.ts'

/** Figures that must not fall: recorded shares, by theme. `all` counts every case. */
export type Floors = Readonly<Record<string, Floor>>

interface Floor {
  readonly first: number
  readonly five: number
  readonly passed: number
}

const FILE = new URL('floors.json', import.meta.url)

export function readFloors(): Floors {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Floors
}

/** The figures of these outcomes for the record, cut to thousandths, so rounding fails no later run. */
export function floorsOf(outcomes: readonly Outcome[]): Floors {
  const themes = ['all', ...new Set(outcomes.map(({ tried }) => tried.theme))]
  return Object.fromEntries(
    themes.map((theme) => {
      const { first, five, passed } = scoreOf(outcomes.filter(({ tried }) => theme === 'all' || tried.theme === theme))
      return [theme, { first: cut(first), five: cut(five), passed: cut(passed) }]
    }),
  )
}

function cut(share: number): number {
  return Math.floor(share * 1000) / 1000
}

/** A sentence for every figure that fell below its floor, and for every theme that has none. */
export function belowFloors(outcomes: readonly Outcome[], floors: Floors): string[] {
  return Object.entries(floorsOf(outcomes)).flatMap(([theme, reached]) => {
    const floor = floors[theme]
    if (floor === undefined)
      return [`${theme} has no floor in floors.json; record one with \`npm run relevance -- --record\`.`]
    return (['first', 'five', 'passed'] as const).flatMap((figure) =>
      reached[figure] < floor[figure]
        ? [`${theme}: ${figure} fell to ${reached[figure]}; the floor is ${floor[figure]}.`]
        : [],
    )
  })
}
