import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './source-tree.ts'

/** A fenced block of code in `docs/guides`. */
export interface GuideSample {
  /** The guide, the heading and the language: `form: Plain HTML (html)`. */
  readonly name: string
  readonly code: string
}

const FOLDER = join(ROOT, 'docs/guides')

export function listGuideSamples(): GuideSample[] {
  return readdirSync(FOLDER).flatMap((file) => {
    const sections = readFileSync(join(FOLDER, file), 'utf8').split(/^## /m)
    return sections.flatMap((section) => {
      const heading = section.slice(0, section.indexOf('\n'))
      return [...section.matchAll(/^```(.*)\n([\s\S]+?)^```$/gm)].map(([, language, code]) => ({
        name: `${file.replace('.md', '')}: ${heading} (${language})`,
        code: code!,
      }))
    })
  })
}

export function readGuideSample(name: string): string {
  const found = listGuideSamples().filter((sample) => sample.name === name)
  if (found.length !== 1) throw new Error(`docs/guides has ${found.length} samples that are called "${name}"`)
  return found[0]!.code
}

/** The sample with a server and a client id in place of its placeholders. */
export function connectSample(code: string, port: number, clientId = ''): string {
  return code
    .replaceAll('https://regista.example.com', `http://127.0.0.1:${port}`)
    .replaceAll('rgp_0123456789abcdef0123456789abcdef', clientId)
}
