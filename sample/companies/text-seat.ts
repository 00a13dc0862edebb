import type { CzechPoint } from '../points/czech-points.ts'

interface Line {
  /** Street, or part of the municipality, and number. */
  readonly first: string
  readonly house: number
  readonly part: string
  /** Without a space. */
  readonly code: string
  readonly town: string
}

type Style = (line: Line, number: number) => string

const plain: Style = ({ first, code, town }) => `${first}, ${code} ${town}`
const withCountry: Style = (line, number) => `${plain(line, number)}, Česká republika`

/** From some of these a town can only be guessed. */
const AMBIGUOUS: readonly Style[] = [
  ({ first, town }) => `${first}, ${town}`,
  ({ first, town, code }) => `${first}, ${town}, ${code}`,
  ({ first, code }) => `${first}, ${code}`,
  ({ town, code }) => `${code} ${town}`,
]

/** As ARES writes them; a style that stands here twice is twice as frequent. */
const STYLES: readonly Style[] = [
  plain,
  plain,
  plain,
  withCountry,
  withCountry,
  (line, number) => `${plain(line, number)}, ČR`,
  ({ first, part, code, town }) => `${first}, ${part}, ${code} ${town}`,
  ({ house, code, town }) => `č.p. ${house}, ${code} ${town}`,
  ({ house, code, town, part }) => `${part} č.p. ${house}, ${code} ${town}`,
  ({ house, code, town }) => `č.ev. ${house}, ${code} ${town}`,
  ({ first, code, town }) => `${first}, ${code.slice(0, 3)} ${code.slice(3)} ${town}`,
  (line, number) => AMBIGUOUS[Math.floor(number / STYLES.length) % AMBIGUOUS.length]!(line, number),
]

/** A seat that is only a text: `Vymyšlená 440, 26762 Komárov`. The number of the subject chooses the style. */
export function textSeat(point: CzechPoint, number: number): string {
  const { area, house, postalCode } = point
  const { name } = area.municipality
  return STYLES[number % STYLES.length]!(
    {
      first: firstLine(point),
      house,
      part: area.part?.name ?? name,
      code: postalCode,
      town: area.obvod === 0 ? name : `Praha ${area.obvod}`,
    },
    number,
  )
}

/** Model 1. */
export function oldTextSeat(point: CzechPoint): string {
  const { area, postalCode } = point
  return `${firstLine(point)}, ${postalCode.slice(0, 3)} ${postalCode.slice(3)} ${area.municipality.name}`
}

function firstLine({ area, street, house, orientation, letter }: CzechPoint): string {
  const road = street === null ? (area.part?.name ?? area.municipality.name) : street.name
  return `${road} ${orientation === 0 ? String(house) : `${house}/${orientation}${letter}`}`
}
