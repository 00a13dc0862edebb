import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT, sourcesBelow } from './testing/source-tree.ts'

function documents(): string[] {
  const below = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`)
  return [...readdirSync(ROOT), ...below].filter((name) => name.endsWith('.md'))
}

test('every path that a document names exists', () => {
  for (const name of documents()) {
    const text = readFileSync(join(ROOT, name), 'utf8')
    for (const [, path] of text.matchAll(/`((?:src|sample|test|bench|docs|client|bin)\/[\w./-]*\w)`/g)) {
      assert(existsSync(join(ROOT, path!)), `${name} names ${path}, which does not exist.`)
    }
    for (const [, link] of text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)) {
      assert(existsSync(join(ROOT, name, '..', link!)), `${name} links to ${link}, which does not exist.`)
    }
  }
})

test('every npm script that a document names exists', () => {
  for (const name of documents()) {
    for (const [, script, folder] of readFileSync(join(ROOT, name), 'utf8').matchAll(
      /npm run ([\w:-]+)(?: -w (\w+))?/g,
    )) {
      const file = join(ROOT, folder ?? '', 'package.json')
      const { scripts } = JSON.parse(readFileSync(file, 'utf8')) as { scripts: Record<string, string> }
      assert(script! in scripts, `${name} names \`npm run ${script}\`, which ${file} lacks.`)
    }
  }
})

test('ARCHITECTURE.md has at most 200 lines and names every folder of src/', () => {
  const text = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8')
  assert(text.split('\n').length <= 200)
  for (const folder of readdirSync(join(ROOT, 'src'), { withFileTypes: true })) {
    if (folder.isDirectory())
      assert(text.includes(`\`src/${folder.name}\``), `ARCHITECTURE.md says nothing of src/${folder.name}.`)
  }
})

test('every dependency has its reason in docs/decisions/dependencies.md', () => {
  const reasons = readFileSync(join(ROOT, 'docs/decisions/dependencies.md'), 'utf8')
  const packages = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<
    string,
    Record<string, string>
  >
  for (const name of Object.keys({
    ...packages.dependencies,
    ...packages.devDependencies,
    ...packages.optionalDependencies,
  })) {
    assert(
      name.startsWith('@types/') || reasons.includes(name),
      `docs/decisions/dependencies.md has no reason for ${name}.`,
    )
  }
})

test('package-lock.json has no download addresses and at most 80 packages for run time', () => {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { resolved?: string; dev?: boolean; link?: boolean }>
  }
  const entries = Object.entries(lock.packages).filter(([path]) => path !== '')
  for (const [path, { resolved }] of entries)
    assert(resolved === undefined || !resolved.includes('://'), `${path} has an address; see .npmrc`)
  assert(entries.filter(([, { dev, link }]) => dev !== true && link !== true).length <= 80)
})

test('no TypeScript file is longer than 400 lines, and no line of a comment than 120 characters', () => {
  for (const { path, text } of ['src', 'sample', 'test', 'bench', 'client', 'pages', 'packaging'].flatMap(
    sourcesBelow,
  )) {
    const lines = text.split('\n')
    assert(lines.length <= 400, `${path} has ${lines.length} lines: what is the second thing in it?`)
    for (const [i, line] of lines.entries())
      if (/^\s*(?:\/\*\*?|\*|\/\/) /.test(line))
        assert(line.length <= 120, `${path}:${i + 1} has ${line.length} characters.`)
  }
})

test('a line of a document has at most 120 characters outside of code', () => {
  for (const name of documents().filter((name) => !name.startsWith('docs/reference/'))) {
    let isCode = false
    for (const [i, line] of readFileSync(join(ROOT, name), 'utf8').split('\n').entries()) {
      if (line.startsWith('```')) isCode = !isCode
      else assert(isCode || line.length <= 120, `${name}:${i + 1} has ${line.length} characters.`)
    }
  }
})
