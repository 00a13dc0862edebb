import { writeFileSync } from 'node:fs'
import { openApiDocument } from '../../src/http/openapi/document.ts'
import { openApiExamples } from './openapi-examples.ts'

/** `npm run openapi`: writes the description of the API, with responses for the sample as examples. */
export const OPENAPI_FILE = new URL('../../src/http/openapi/openapi.json', import.meta.url)

export function documentText(examples: Readonly<Record<string, unknown>>): string {
  return `${JSON.stringify(openApiDocument(examples), null, 2)}\n`
}

if (import.meta.main) writeFileSync(OPENAPI_FILE, documentText(await openApiExamples()))
