import { join } from 'node:path'
import { ROOT } from '../testing/source-tree.ts'
import { type ApiDocument, type DescribedClass, type DescribedField, describedClasses } from './described-classes.ts'

const FOLDER = join(ROOT, 'clients/php/src/Model')
const TYPES = { string: 'string', integer: 'int', number: 'float', object: 'array' } as const

/** A read-only class for each object of an answer, by file. */
export function phpModels(document: ApiDocument): Readonly<Record<string, string>> {
  return Object.fromEntries(describedClasses(document).map((one) => [join(FOLDER, `${one.name}.php`), writeClass(one)]))
}

function writeClass({ name, description, fields }: DescribedClass): string {
  return `<?php

declare(strict_types=1);

namespace Regista\\Model;

/* Written by \`npm run api-types\` from src/http/openapi/openapi.json. */

/** ${description} */
final class ${name}
{
    public function __construct(
${fields.map(writeParameter).join('')}    ) {
    }

    /** @internal */
    public static function from(array $fields): self
    {
        return new self(
${fields.map((field) => `            ${writeValue(field)},\n`).join('')}        );
    }
}
`
}

function writeParameter(field: DescribedField): string {
  const { name, description, isList, isOptional, isNullable, type } = field
  const word = 'class' in type ? type.class : TYPES[type.scalar]
  const mark = isOptional || (isNullable && !isList) ? '?' : ''
  const list = isList ? `@var ${mark}list<${word}> ` : ''
  return `        /** ${list}${description} */
        public readonly ${mark}${isList ? 'array' : word} $${name},
`
}

/** A field that is missing becomes null, which a type that has no null refuses. */
function writeValue({ name, isList, isOptional, isNullable, type }: DescribedField): string {
  const value = `$fields['${name}']`
  if (!('class' in type)) return `${value} ?? null`
  if (isList) {
    const list = `array_map(${type.class}::from(...), ${value})`
    return isOptional ? `isset(${value}) ? ${list} : null` : list.replace(value, `${value} ?? null`)
  }
  const one = `${type.class}::from(${value}`
  return isOptional || isNullable ? `isset(${value}) ? ${one}) : null` : `${one} ?? null)`
}
