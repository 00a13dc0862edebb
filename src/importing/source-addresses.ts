import { readFile } from 'node:fs/promises'
import type { Remote } from '../registries/registries.ts'
import { InputError, inputErrorAt } from '../stdx/input-error.ts'
import { isJsonObject, type JsonObject } from '../stdx/json-fields.ts'

/** The addresses of every source, by source and name. */
export type SourceAddresses = Readonly<Record<string, Readonly<Record<string, string>>>>

/**
 * The official addresses, replaced by those of a file: `{"cz-vr": {"archive": "https://mirror.example/vreo.tar.gz"}}`.
 * Sources that the file lacks keep theirs. An unknown name is refused, because a misspelt one would change nothing.
 */
export async function sourceAddresses(remotes: readonly Remote[], file: string | undefined): Promise<SourceAddresses> {
  const given = file === undefined ? {} : await readAddresses(file)
  const place = { file: file ?? '' }
  for (const source of Object.keys(given)) {
    if (remotes.some((remote) => remote.registry === source)) continue
    throw inputErrorAt(
      place,
      `${source} is not a source; expected ${remotes.map((remote) => remote.registry).join(', ')}.`,
    )
  }
  return Object.fromEntries(
    remotes.map(({ registry, addresses }) => {
      const own = given[registry] ?? {}
      if (!isJsonObject(own)) throw inputErrorAt(place, `${registry} must be an object of names and addresses.`)
      for (const [name, value] of Object.entries(own)) refuseBadAddress(place, { registry, addresses }, name, value)
      return [registry, { ...addresses, ...(own as Record<string, string>) }]
    }),
  )
}

function refuseBadAddress(
  place: { readonly file: string },
  { registry, addresses }: Pick<Remote, 'registry' | 'addresses'>,
  name: string,
  value: unknown,
): void {
  const official = Object.hasOwn(addresses, name) ? addresses[name] : undefined
  if (official === undefined) {
    throw inputErrorAt(place, `${registry} has no address ${name}; expected ${Object.keys(addresses).join(', ')}.`)
  }
  const url = typeof value === 'string' ? URL.parse(value) : null
  if (typeof value !== 'string' || url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw inputErrorAt(place, `${registry}.${name} must be an address that begins with https:// or http://.`)
  }
  const placeholder = /\{[a-z0-9]+\}/.exec(official)?.[0]
  if (placeholder !== undefined && !value.includes(placeholder)) {
    throw inputErrorAt(place, `${registry}.${name} must contain ${placeholder}, which stands for what is fetched.`)
  }
}

async function readAddresses(file: string): Promise<JsonObject> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    throw new InputError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}). Check the path.`)
  }
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch (error) {
    throw inputErrorAt({ file }, `is not JSON: ${(error as Error).message}.`)
  }
  if (!isJsonObject(given))
    throw inputErrorAt({ file }, 'must be an object of sources, like {"cz-vr": {"archive": "https://…"}}.')
  return given
}
