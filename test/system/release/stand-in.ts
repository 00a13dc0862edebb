import { existsSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/*
 * `node stand-in.ts TOOL ARGUMENTS`: what a release asks of gh, docker and twine, with a folder as the world. As the
 * real ones do, they refuse what is there already. A file `failing-WORDS` makes one command fail, once.
 */

const [tool, ...args] = process.argv.slice(2)
const world = process.env.REHEARSED_WORLD!
const values = args.filter((arg) => !arg.startsWith('-'))

function put(path: string, content: string | Buffer, mayReplace: boolean): void {
  const file = join(world, tool!, path)
  if (!mayReplace && existsSync(file)) fail(`${path} is there already`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}

function read(path: string): Buffer {
  const file = join(world, tool!, path)
  return existsSync(file) ? readFileSync(file) : fail(`${path} is not there`)
}

function fail(message: string): never {
  process.stderr.write(`${tool}: ${message}\n`)
  process.exit(1)
}

function optionOf(name: string): string {
  return args[args.indexOf(name) + 1]!
}

/** A tag of an image may hold `/` and `:`. */
const nameOf = (image: string): string => encodeURIComponent(image)

const COMMANDS: Record<string, () => unknown> = {
  'gh release view': () => read('release'),
  'gh release create': () => put('release', 'draft', false),
  'gh release upload': () => {
    for (const file of values.slice(3)) put(`assets/${basename(file)}`, readFileSync(file), args.includes('--clobber'))
  },
  'gh release edit': () => put('release', args.includes('--draft=false') ? 'published' : 'draft', true),
  'docker login': () => undefined,
  'docker manifest inspect': () => read(nameOf(values[2]!)),
  'docker buildx build': () => put(nameOf(optionOf('-t')), optionOf('--platform'), false),
  'docker buildx imagetools': () => put(nameOf(optionOf('-t')), read(nameOf(values.at(-1)!)), true),
  'pipx run': () => {
    for (const file of values.slice(3)) {
      const isThere = existsSync(join(world, tool!, basename(file)))
      if (!isThere) put(basename(file), readFileSync(file), false)
      else if (!args.includes('--skip-existing')) fail(`${basename(file)} is there already`)
    }
  },
}

const name = Object.keys(COMMANDS).find((one) => `${tool} ${values.join(' ')} `.startsWith(`${one} `))
if (name === undefined) fail(`there is no ${args.join(' ')}`)
const failing = join(world, `failing-${name.replaceAll(' ', '-')}`)
if (existsSync(failing)) {
  unlinkSync(failing)
  fail('out of order')
}
COMMANDS[name]!()
