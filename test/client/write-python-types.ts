import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../testing/source-tree.ts'
import { type ApiDocument, type DescribedClass, type DescribedField, describedClasses } from './described-classes.ts'
import { wrapWords } from './wrap-words.ts'

const FILE = join(ROOT, 'clients/python/regista/__init__.py')
const BEGIN = '# Written by `npm run api-types` from src/http/openapi/openapi.json.\n'
const END = '\n# End of what `npm run api-types` writes.\n'
const TYPES = { string: 'str', integer: 'int', number: 'float', object: 'dict[str, object]' } as const

/** The module with a typed dictionary for each object of an answer. */
export function pythonTypes(document: ApiDocument): Readonly<Record<string, string>> {
  const module = readFileSync(FILE, 'utf8')
  const [before, rest] = module.split(BEGIN) as [string, string]
  const after = rest.slice(rest.indexOf(END))
  return { [FILE]: before + BEGIN + describedClasses(document).map(writeClass).join('') + after }
}

function writeClass({ name, description, fields }: DescribedClass): string {
  return `\n\nclass ${name}(TypedDict):\n    """${description}"""\n\n${fields.map(writeField).join('')}`
}

function writeField({ name, description, isList, isOptional, isNullable, type }: DescribedField): string {
  const one = 'class' in type ? type.class : 'words' in type ? literal(type.words!) : TYPES[type.scalar]
  const whole = isList ? `list[${one}]` : one
  const value = isNullable && !isList ? `${whole} | None` : whole
  const comment = wrapWords(description, 92).map((line) => `    # ${line}\n`)
  return `${comment.join('')}    ${name}: ${isOptional ? `NotRequired[${value}]` : value}\n`
}

function literal(words: readonly string[]): string {
  return `Literal[${words.map((word) => `"${word}"`).join(', ')}]`
}
