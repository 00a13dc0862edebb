import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { regista } from './testing/regista.ts'
import { ROOT } from './testing/source-tree.ts'

/** What stands after the name of the program: in lines of shell, and between backticks. */
function listCalls(page: string): string[] {
  const text = page.replaceAll(/ *\\\n\s*/g, ' ')
  const lines = text.matchAll(/^ {4,}(?:.*&& |.*\{ |.*; |sudo -u \S+ )?(?:REGISTA_\w+=\S+ )*regista ([^\n#;|&}]+)/gm)
  const inDocker = text.matchAll(/\bregista\.js ([^\n#;|&}]+)/g)
  return [...lines, ...inDocker, ...text.matchAll(/`regista\s+([a-z][^`]*)`/g)].map(([, call]) =>
    call!.replaceAll(/\s+/g, ' '),
  )
}

function listOptions(text: string): Set<string> {
  return new Set(`${text} --help --version`.match(/--[a-z-]+/g))
}

const helps = new Map<string, Promise<string>>()

function help(words: string): Promise<string> {
  const found = helps.get(words) ?? regista([...words.split(' '), '--help']).then(({ stdout }) => stdout)
  helps.set(words, found)
  return found
}

test('every command and option of a page exists', async () => {
  const pages = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`)
  let calls = 0
  for (const name of ['README.md', ...pages.filter((name) => /^docs\/(?!decisions).*\.md$/.test(name))])
    for (const call of listCalls(readFileSync(join(ROOT, name), 'utf8'))) {
      calls++
      const [first = '', second = ''] = call.split(' ')
      const group = await help(first)
      const isGroup = /^Usage: .*\[command\]/.test(group)
      const words = isGroup && /^[a-z-]+$/.test(second) ? `${first} ${second}` : first
      const text = words === first ? group : await help(words)
      assert(text.startsWith(`Usage: regista ${words} `), `${name}: there is no command \`regista ${call}\``)
      for (const [option] of call.matchAll(/--[a-z-]+/g))
        assert(listOptions(text).has(option), `${name}: \`regista ${words}\` has no ${option}`)
    }
  assert(100 < calls, `only ${calls} calls were found`)
})
