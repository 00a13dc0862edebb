import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { InputError } from '../src/stdx/input-error.ts'
import { ROOT } from './manifest.ts'

/*
 * The texts of the plugin for WooCommerce. `npm run plugin-texts` collects them in the template (.pot) that translators
 * begin with. WordPress reads translations in a binary form (.mo), which is made when the plugin is packed.
 */

export const PLUGIN = join(ROOT, 'plugins/woocommerce')
export const TEMPLATE = join(PLUGIN, 'languages/regista-for-woocommerce.pot')

/** A call such as `esc_html__( 'Test', 'regista-for-woocommerce' )`, with the comment for translators before it. */
const CALL =
  /(?:\/\* translators: (.+?) \*\/\s*\S+\s*=>?\s*)?\b(?:esc_html|esc_attr)?_[_e]\( '((?:[^'\\]|\\.)+)', 'regista-for-woocommerce' \)/g

export function collectTexts(): string {
  const entries = new Map<string, string>()
  for (const file of listSources()) {
    const source = readFileSync(join(PLUGIN, file), 'utf8')
    for (const [, comment, text] of source.matchAll(CALL)) {
      const lines = [comment && `#. translators: ${comment}`, `#: ${file}`, text!.includes('%') && '#, php-format']
      const entry = [...lines.filter(Boolean), `msgid "${text!.replaceAll('"', '\\"')}"`, 'msgstr ""', ''].join('\n')
      if (!entries.has(text!)) entries.set(text!, entry)
    }
  }
  return [HEADER, ...entries.values()].join('\n')
}

const HEADER = `# The texts of Regista for WooCommerce. Licence: GPL-2.0-or-later.
msgid ""
msgstr ""
"Project-Id-Version: Regista for WooCommerce\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"X-Domain: regista-for-woocommerce\\n"
`

function listSources(): string[] {
  const names = readdirSync(PLUGIN, { recursive: true, encoding: 'utf8' })
  return names.filter((name) => name.endsWith('.php')).sort()
}

/** The translations of a .po or .pot file. Its header stands under the empty text. */
export function parseTranslations(po: string): ReadonlyMap<string, string> {
  const translations = new Map<string, string>()
  for (const [, ...quoted] of po.matchAll(/^msgid ((?:".*"\s*)+)msgstr ((?:".*"\s*)+)/gm)) {
    const [text, translation] = quoted.map((lines) => {
      const parts = lines!.matchAll(/"(.*)"/g)
      return [...parts].map((part) => JSON.parse(part[0]) as string).join('')
    })
    translations.set(text!, translation!)
  }
  if (!translations.has('')) throw new InputError('A file of translations has no header.')
  return translations
}

/** The binary form: a table of places of the texts, one of the translations, both sorted by bytes, then all of them. */
export function writeMo(translations: ReadonlyMap<string, string>): Buffer {
  const rows = [...translations]
    .filter(([, translation]) => translation)
    .map((row) => row.map((text) => Buffer.from(text)))
  rows.sort(([a], [b]) => Buffer.compare(a!, b!))
  const headWords = 7
  const tableWords = 2 * rows.length
  const tablesEnd = 4 * (headWords + 2 * tableWords)
  const places: number[] = []
  const texts: Buffer[] = []
  let offset = tablesEnd
  for (const column of [0, 1])
    for (const row of rows) {
      const text = row[column]!
      places.push(text.length, offset)
      texts.push(text, Buffer.from([0]))
      offset += text.length + 1
    }
  // An empty table of hashes follows the others. WordPress finds the texts behind it.
  const head = [0x950412de, 0, rows.length, 4 * headWords, 4 * (headWords + tableWords), 0, tablesEnd]
  const words = Buffer.alloc(4 * (head.length + places.length))
  for (const [i, word] of [...head, ...places].entries()) words.writeUInt32LE(word, 4 * i)
  return Buffer.concat([words, ...texts])
}

if (import.meta.main) writeFileSync(TEMPLATE, collectTexts())
