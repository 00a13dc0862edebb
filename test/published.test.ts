import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { newestOf } from '../packaging/check-node.ts'
import { COMMANDS } from '../src/cli/commands.ts'
import { ROOT } from './testing/source-tree.ts'

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const WORKFLOWS = readdirSync(join(ROOT, '.github/workflows')).map((name) => `.github/workflows/${name}`)
const RELEASE = read('.github/workflows/release.yml')
const MANIFESTS = ['package.json', 'client/package.json'].map(
  (path) => JSON.parse(read(path)) as { readonly name: string; readonly version: string },
)

function documents(): string[] {
  const below = ['docs', 'client', 'clients', 'deploy', 'plugins'].flatMap((folder) =>
    readdirSync(ROOT).includes(folder)
      ? readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
      : [],
  )
  return [...readdirSync(ROOT), ...below].filter((path) => path.endsWith('.md') && !path.includes('node_modules'))
}

test('every package that a document tells to install from npm is one that a release publishes', () => {
  const published = MANIFESTS.map(({ name }) => name)
  for (const name of published) assert.match(RELEASE, new RegExp(`Publish .*(?<![\\w/])${name}(?![\\w/])`))
  const named = documents().flatMap((path) =>
    [...read(path).matchAll(/npm (?:install|i|add) (?:-\w+ |--[\w-]+ )*(@?[a-z][\w./@-]*)/g)].map(([, name]) => ({
      path,
      name,
    })),
  )
  assert(named.some(({ name }) => name === '@regista/client'))
  for (const { path, name } of named) assert(published.includes(name!), `${path}: npm install ${name}`)
})

test('a release publishes to npm with provenance, an image, and all that `npm run package` makes', () => {
  for (const step of ['--provenance', 'linux/amd64,linux/arm64', 'gh release upload', 'dist-packages/*'])
    assert(RELEASE.includes(step), step)
})

test('every action of the workflows is pinned by its digest, with its version beside it', () => {
  const used = WORKFLOWS.flatMap((path) => [...read(path).matchAll(/uses: (.*)/g)].map(([, action]) => action!))
  assert(5 <= used.length)
  for (const action of used) assert.match(action, /^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
})

test('the program and its clients have one version', () => {
  const { version } = MANIFESTS[0]!
  for (const manifest of MANIFESTS) assert.equal(manifest.version, version, manifest.name)
  assert.match(read('clients/python/pyproject.toml'), new RegExp(`^version = "${version}"$`, 'm'))
  for (const path of ['docs/operating/first-hour.md', 'deploy/kubernetes/regista.yaml'])
    for (const [, named] of read(path).matchAll(/regista[-:](\d+\.\d+\.\d+)/g)) assert.equal(named, version, path)
})

test('the newest version is found by its numbers', () => {
  assert.equal(newestOf(['26.9.0', '26.12.1', '26.10.0', '26.12.0']), '26.12.1')
})

test('the document about containers names files, services and commands that exist', () => {
  const text = read('docs/operating/docker.md')
  const services = read('deploy/docker/compose.yaml')
  for (const [, path] of text.matchAll(/-f (\S+)/g))
    assert(path === 'deploy/docker/compose.yaml' || text.includes(`> ${path}\n`), `${path} is not made by the page`)
  for (const [, service] of text.matchAll(/(?:exec|run --rm) (\w+)/g))
    assert.match(services, new RegExp(`^  ${service}:$`, 'm'))
  const commands = [...text.matchAll(/regista\.js ([a-z]+)/g)].map(([, command]) => command!)
  assert(3 <= commands.length)
  for (const command of commands) assert(command in COMMANDS, command)
})
