/** Valid bodies have three levels. The schema check is recursive, and thousands of brackets would exhaust its stack. */
const DEPTH_MAX = 16

/**
 * Finds what JSON.parse accepts and we do not. For a repeated key JSON.parse keeps the last value and other parsers the
 * first, so two readers would understand two bodies. One pass, without recursion.
 */
export function jsonProblem(json: string): 'repeated_key' | 'too_deep' | undefined {
  // The keys of each open object. An open list has an empty set.
  const open: Set<string>[] = []
  for (let at = 0; at < json.length; at++) {
    const sign = json[at]
    if (sign === '{' || sign === '[') {
      if (open.length === DEPTH_MAX) return 'too_deep'
      open.push(new Set())
    } else if (sign === '}' || sign === ']') open.pop()
    else if (sign === '"') {
      const begins = at
      at = endOfString(json, begins)
      if (!isKey(json, at + 1)) continue
      const keys = open.at(-1)!
      const name = JSON.parse(json.slice(begins, at + 1)) as string
      if (keys.has(name)) return 'repeated_key'
      keys.add(name)
    }
  }
  return undefined
}

/** The index of the quotation mark that ends the string. */
function endOfString(json: string, begins: number): number {
  let at = begins + 1
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1
  return at
}

/** A string that a colon follows is a key. */
function isKey(json: string, from: number): boolean {
  let at = from
  while (at < json.length && BLANKS.includes(json[at]!)) at += 1
  return json[at] === ':'
}

const BLANKS = ' \t\r\n'
