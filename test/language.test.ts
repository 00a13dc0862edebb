import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT, sourcesBelow } from './testing/source-tree.ts'

/** What a program can recognise of the rules in CONTRIBUTING.md. */
interface Rule {
  readonly name: string
  /** Whether a line of prose breaks the rule: a comment without its marks, or a line of a document. */
  readonly isBroken: (prose: string) => boolean
  readonly cure: string
}

interface Line {
  readonly path: string
  readonly number: number
  readonly prose: string
}

const OPENING = /(?:^|[.!?:] )(?:(?:Who|Whoever|Whose|Whom|Whatever|Of) [a-z]|What (?:is|was|has|comes) )/
const NO_ACTOR = /\b(?:somebody|nobody|everybody|anybody|whoever)\b/i
const PRONOUN = /\b(?:he|his|him|himself)\b/
const LINE_LENGTH_MAX = 120

const RULES: readonly Rule[] = [
  {
    name: 'no sentence opens with "Who has", "Of a", "Whoever" or "What is"',
    isBroken: (prose) => OPENING.test(prose.replace(/^(?:[-*]|\d+\.) /, '')) && !prose.endsWith('?'),
    cure: 'write subject, verb, object',
  },
  {
    name: 'every actor has a name, so not somebody, nobody or whoever',
    isBroken: (prose) => NO_ACTOR.test(prose),
    cure: 'name the server, the worker, the client, the operator',
  },
  { name: 'a machine is "it"', isBroken: (prose) => PRONOUN.test(prose), cure: 'name it, or write "it"' },
]

for (const { name, isBroken, cure } of RULES)
  test(`in comments and documents ${name}`, () => {
    for (const { path, number, prose } of [...comments(), ...documentLines()])
      assert(!isBroken(prose), `${path}:${number}: "${prose}": ${cure}.`)
  })

test('in names of tests every actor has a name, and no name opens with "who" or "what"', () => {
  for (const { path, name } of testNames()) {
    assert(!NO_ACTOR.test(name) && !PRONOUN.test(name), `${path}: "${name}": name the server, the worker, the client.`)
    assert(!/^(?:who|whoever|what|whatever) /i.test(name), `${path}: "${name}": write subject, verb, object.`)
  }
})

test('a line of a document or comment has at most 120 characters', () => {
  for (const { path, number, text } of [...documentTexts(), ...commentLines()])
    assert(text.length <= LINE_LENGTH_MAX, `${path}:${number} has ${text.length} characters.`)
})

test('an exported function is named by a verb, not by a bare participle', () => {
  const participle =
    /^export (?:async )?function\*? ((?:shown|made|given|taken|found|written|known|held|told|sold|heard|asked|said|kept|sent|lost|[a-z]{2,}ed)(?:By|At|In|For|As|OrNull)?)\(/gm
  for (const { path, text } of sources())
    for (const [, name] of text.matchAll(participle)) assert.fail(`${path} exports ${name}: name what it does.`)
})

test('a log message has a subject', () => {
  for (const { path, text } of sources())
    for (const [call] of text.matchAll(/\blog\.(?:debug|info|warn|error)\([^\n]*'it [^\n]*/g))
      assert.fail(`${path}: ${call}: name the thing.`)
})

function sources() {
  return ['src', 'sample', 'test', 'bench', 'client', 'pages'].flatMap(sourcesBelow)
}

/** The names of tests, and the sentences of the contract, which name tests too. */
function* testNames() {
  for (const { path, text } of sources()) {
    const isContract = path.startsWith('test/conformance/contract/')
    if (!isContract && !path.endsWith('.test.ts')) continue
    const opening = isContract ? String.raw`\[?` : String.raw`(?:test|describe)\(`
    for (const [, , name = ''] of text.matchAll(new RegExp(String.raw`^ *${opening}(['\`])(.+?)\1,`, 'gm')))
      yield { path, name }
  }
}

function* commentLines() {
  for (const { path, text } of sources())
    for (const [i, line] of text.split('\n').entries())
      if (/^\s*(?:\/\*\*?|\*|\/\/) /.test(line)) yield { path, number: i + 1, text: line }
}

function* comments(): Generator<Line> {
  for (const { path, text } of sources()) {
    if (path === 'test/language.test.ts') continue
    for (const [i, line] of text.split('\n').entries()) {
      const prose = /(?:^\s*|\s)(?:\/\*\*?|\*|\/\/) (.*)$/.exec(line)?.[1]
      if (prose !== undefined)
        yield { path, number: i + 1, prose: prose.replace(/\s*\*\/$/, '').replace(/`[^`]*`/g, '`…`') }
    }
  }
}

/** Lines of documents outside code. Generated pages and results of runs are not ours to wrap. */
function* documentTexts() {
  const below = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`)
  for (const path of [...readdirSync(ROOT), ...below]) {
    if (!path.endsWith('.md') || path.startsWith('docs/reference/')) continue
    let isCode = false
    for (const [i, text] of readFileSync(join(ROOT, path), 'utf8').split('\n').entries()) {
      if (text.startsWith('```')) isCode = !isCode
      else if (!isCode) yield { path, number: i + 1, text }
    }
  }
}

function* documentLines(): Generator<Line> {
  for (const { path, number, text } of documentTexts())
    if (!text.startsWith('    ')) yield { path, number, prose: text }
}
