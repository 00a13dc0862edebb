/** What a PromQL query reads. Enough for the queries in `deploy`: one selector and its labels at a time. */
export interface QueryParts {
  readonly selectors: readonly { readonly name: string; readonly matchers: readonly Matcher[] }[]
  /** The labels in `by (…)`, `on (…)` and the like. */
  readonly grouping: readonly string[]
}

export interface Matcher {
  readonly label: string
  readonly operator: '=' | '!=' | '=~' | '!~'
  readonly value: string
}

export interface Series {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
}

const MATCHER = /([a-zA-Z_]\w*)\s*(=~|!~|!=|=)\s*"((?:[^"\\]|\\.)*)"/g
const GROUPING = /\b(?:by|without|on|ignoring|group_left|group_right)\s*\(([^)]*)\)/g
const SELECTOR = /(?<![\w:.])([a-zA-Z_:][\w:]*)(?![\w:])\s*(?:\{((?:[^"}]|"(?:[^"\\]|\\.)*")*)\})?(?!\s*\()/g
const OPERATORS = new Set(['and', 'or', 'unless', 'bool', 'offset', 'atan2', 'inf', 'nan'])

export function readQuery(query: string): QueryParts {
  const grouping = [...query.matchAll(GROUPING)].flatMap(([, names]) => names!.split(',').map((one) => one.trim()))
  // `sum by (le)` is a function too once its labels are gone.
  const rest = query.replace(GROUPING, '').replace(/\[[^\]]*\]|\boffset\s+\w+/g, '')
  const selectors = [...rest.matchAll(SELECTOR)]
    .filter(([, name]) => !OPERATORS.has(name!.toLowerCase()))
    .map(([, name, inside]) => ({ name: name!, matchers: readMatchers(inside ?? '') }))
  return { selectors, grouping: grouping.filter((name) => name !== '') }
}

function readMatchers(inside: string): Matcher[] {
  return [...inside.matchAll(MATCHER)].map(([, label, operator, value]) => {
    return { label: label!, operator: operator as Matcher['operator'], value: JSON.parse(`"${value}"`) as string }
  })
}

/** The series in the text of `/metrics`. */
export function readSeries(metrics: string): Series[] {
  return metrics
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const { name, matchers } = readQuery(line.slice(0, line.lastIndexOf(' '))).selectors[0]!
      return { name, labels: Object.fromEntries(matchers.map(({ label, value }) => [label, value])) }
    })
}

/** What would keep a query, or a label in it, empty if these were all series. A legend names labels of the result. */
export function findEmpty(query: string, series: readonly Series[], legend = ''): string[] {
  const { selectors, grouping } = readQuery(query)
  const shown = [...legend.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, label]) => label!)
  const isAggregated = /\b(?:sum|min|max|avg|count)\b/.test(query)
  const lost = isAggregated ? shown.filter((label) => !grouping.includes(label)) : []
  const empty = selectors.flatMap(({ name, matchers }) => {
    const matching = series.filter((one) => one.name === name && matchers.every((matcher) => matches(one, matcher)))
    if (matching.length === 0) return [`${name} with ${JSON.stringify(matchers)}`]
    return [...matchers.map(({ label }) => label), ...grouping, ...shown]
      .filter((label) => matching.every(({ labels }) => labels[label] === undefined))
      .map((label) => `${label} of ${name}`)
  })
  return [
    ...(selectors.length === 0 ? ['no selector'] : []),
    ...lost.map((label) => `${label} in the legend`),
    ...empty,
  ]
}

function matches({ labels }: Series, { label, operator, value }: Matcher): boolean {
  const found = labels[label] ?? ''
  const isMatch = operator.endsWith('~') ? new RegExp(`^(?:${value})$`).test(found) : found === value
  return isMatch !== operator.startsWith('!')
}
