import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../testing/source-tree.ts'

/** The code of one language below one heading of the client's README. */
export function readmeSample(heading: string, language: 'html' | 'js' | 'ts'): string {
  const section = readme()
    .split(/^## /m)
    .find((text) => text.startsWith(`${heading}\n`))
  const sample = section?.match(new RegExp(`\`\`\`${language}\\n([\\s\\S]+?)\`\`\``))?.[1]
  if (sample === undefined) throw new Error(`client/README.md has no ${language} below "${heading}"`)
  return sample
}

/** All TypeScript of the README. */
export function readmeTypeScript(): string[] {
  return [...readme().matchAll(/```ts\n([\s\S]+?)```/g)].map(([, code]) => code!)
}

function readme(): string {
  return readFileSync(join(ROOT, 'client/README.md'), 'utf8')
}
