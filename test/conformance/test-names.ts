/**
 * Whether a test of this name is in the text of a file. A name with a part that is computed counts if what stands there
 * is a text of the file: a row of the table of the test.
 */
export function hasTest(text: string, name: string): boolean {
  return [...text.matchAll(/\btest\(\s*(?:'((?:[^'\\]|\\.)+)'|`([^`]+)`)/g)].some(([, plain, template = '']) => {
    if (template === '') return plain === name
    const form = template.split(/\$\{[^}]*\}/).map((part) => RegExp.escape(part))
    const match = new RegExp(`^${form.join('(.+)')}$`).exec(name)
    return match?.slice(1).every((part) => text.includes(`'${part}'`)) === true
  })
}
