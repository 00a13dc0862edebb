import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from '../testing/source-tree.ts'
import { type ApiDocument, readApiDocument, type Schema } from './described-classes.ts'
import { wrapWords } from './wrap-words.ts'
import { phpModels } from './write-php-models.ts'
import { pythonTypes } from './write-python-types.ts'

/** `npm run api-types`: writes the types of the clients anew, from the description of the API. */
export function apiTypeFiles(): Readonly<Record<string, string>> {
  const document = readApiDocument()
  return {
    [join(ROOT, 'client/src/api-types.ts')]: `${WRITTEN}\n\n${bodyTypes(document)}`,
    [ERROR_CODES_FILE]: `${WRITTEN}\n\n${errorCodes(document)}`,
    ...phpModels(document),
    ...pythonTypes(document),
  }
}

export const ERROR_CODES_FILE = join(ROOT, 'client/src/api-error-codes.ts')

const WRITTEN = '/* Written by `npm run api-types` from src/http/openapi/openapi.json. */'

function bodyTypes({ components }: ApiDocument): string {
  // The library has a type of its own for a whole answer.
  const schemas = Object.entries(components.schemas).filter(([name]) => !name.endsWith('Answer'))
  const types = schemas.map(([name, schema]) => {
    const type = typeOf(schema, '')
    const declaration =
      type.startsWith('{') && type.endsWith('}') ? `interface ${name} ${type}` : `type ${name} = ${type}`
    return `${comment(schema, '')}export ${declaration}\n`
  })
  return types.join('\n')
}

function errorCodes({ components }: ApiDocument): string {
  const { code } = components.schemas.ApiError!.properties!.error!.properties!
  const lines = code!['x-extensible-enum']!.toSorted().map((one) => `  | '${one}'\n`)
  return `/** The codes of errors. A newer server may send others. */\nexport type ApiErrorCode =\n${lines.join('')}`
}

function comment({ description }: Schema, indent: string): string {
  if (description === undefined) return ''
  const line = `${indent}/** ${description} */`
  if (line.length <= LINE_LENGTH_MAX) return `${line}\n`
  const lines = wrapWords(description, LINE_LENGTH_MAX - indent.length - ' * '.length)
  return `${indent}/**\n${lines.map((text) => `${indent} * ${text}\n`).join('')}${indent} */\n`
}

const LINE_LENGTH_MAX = 120

function typeOf(schema: Schema, indent: string): string {
  if (schema.$ref !== undefined) return schema.$ref.replace('#/components/schemas/', '')
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ')
  if (schema.anyOf !== undefined) return schema.anyOf.map((one) => typeOf(one, indent)).join(' | ')
  return [schema.type]
    .flat()
    .map((type) => typeOfOne(schema, type, indent))
    .join(' | ')
}

function typeOfOne(schema: Schema, type: string | undefined, indent: string): string {
  switch (type) {
    case 'string':
    case 'number':
    case 'null':
      return type
    case 'integer':
      return 'number'
    case 'array': {
      const item = typeOf(schema.items!, indent)
      return `readonly ${item.includes(' ') && !item.startsWith('{') ? `(${item})` : item}[]`
    }
    case 'object':
      return objectType(schema, indent)
    default:
      throw new Error(`The generator knows no type ${type}: extend it.`)
  }
}

function objectType({ properties = {}, required = [] }: Schema, indent: string): string {
  const inner = `${indent}  `
  const lines = Object.entries(properties).map(([name, property]) => {
    const mark = required.includes(name) ? '' : '?'
    return `${comment(property, inner)}${inner}readonly ${name}${mark}: ${typeOf(property, inner)}\n`
  })
  return lines.length === 0 ? 'Readonly<Record<string, never>>' : `{\n${lines.join('')}${indent}}`
}

function literal(value: string | number | null): string {
  return typeof value === 'string' ? `'${value}'` : String(value)
}

if (import.meta.main)
  for (const [path, text] of Object.entries(apiTypeFiles())) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
