import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { test } from 'node:test'
import { parseAllDocuments } from 'yaml'
import { COMMANDS } from '../src/cli/commands.ts'
import { OTHER_VARIABLES, settingOptions, waitDaysOption } from '../src/cli/settings.ts'
import { ROOT } from './testing/source-tree.ts'

const FILES = ['deploy', '.github'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true, encoding: 'utf8' })
    .filter((entry) => entry.isFile())
    .map((entry) => ({
      path: join(entry.parentPath, entry.name),
      text: readFileSync(join(entry.parentPath, entry.name), 'utf8'),
    })),
)
const deployed = FILES.filter(({ path }) => path.startsWith(join(ROOT, 'deploy')))
const find = (name: string) => FILES.find(({ path }) => path.endsWith(name))!.text
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([found, group]) => group ?? found)

test('every YAML and JSON file parses', () => {
  assert(8 < FILES.length)
  for (const { path, text } of FILES) {
    if (extname(path) === '.json') JSON.parse(text)
    if (['.yaml', '.yml'].includes(extname(path)))
      for (const { errors, warnings } of parseAllDocuments(text)) assert.deepEqual([...errors, ...warnings], [], path)
  }
})

test('every variable, flag and command that the files name exists', () => {
  const options = [...settingOptions(), waitDaysOption()]
  const known = new Set([...options.map(({ variable }) => variable), ...OTHER_VARIABLES.map(({ name }) => name)])
  for (const secret of ['REGISTA_DATABASE_URL', 'REGISTA_ADMIN_TOKEN']) known.add(`${secret}_FILE`)
  const flags = new Set([...options.map(({ long }) => long), '--without-data', '--publish'])
  for (const { path, text } of deployed) {
    for (const name of matches(text, /REGISTA_[A-Z_]+/g)) assert(known.has(name), `${path}: ${name}`)
    for (const line of text
      .split('\n')
      .filter((one) => /regista|serve/.test(one) && !/^\s*#|docker|kubectl|rm -rf/.test(one)))
      for (const flag of matches(line, /(?<=[\s,[])--[a-z-]+/g)) assert(flags.has(flag), `${path}: ${flag}`)
    for (const command of matches(text, /(?:bin\/regista\.js|\/opt\/regista\/regista) ([a-z]+)/g))
      assert(command in COMMANDS, `${path}: ${command}`)
  }
})

test('no Service of Kubernetes sets variables of the program: one called regista would set REGISTA_PORT', () => {
  const manifest = find('regista.yaml')
  assert.equal(matches(manifest, /enableServiceLinks: false/g).length, matches(manifest, /^ +containers:$/gm).length)
})

test('every alarm has an entry in the documents, in the same order', () => {
  const entries = readFileSync(join(ROOT, 'docs/operating/alarms.md'), 'utf8')
  const alarms = matches(find('rules.yaml'), /alert: (\w+)/g)
  assert.deepEqual(alarms, matches(entries, /^## (\w+)$/gm))
})
