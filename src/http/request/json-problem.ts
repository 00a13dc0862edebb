/** No body of ours is deeper than three; the check of its form goes down by recursion, and thousands of brackets would exhaust its stack. */
const DEPTH_MAX = 16

/**
 * What a sound JSON text has that JSON.parse lets pass. A repeated key: JSON.parse keeps the last and others the first, so two readers of one body would read two bodies. One pass without
 * recursion and without going back.
 */
export function jsonProblem(json: string): 'repeated_key' | 'too_deep' | undefined {
  // Of each object that is open its keys; of a list an empty set.
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

/** The place of the quotation mark that ends the string that begins here. */
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
