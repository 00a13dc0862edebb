import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { listPluginFiles, PLUGIN_NAME } from '../../../packaging/plugin.ts'
import { collectTexts, PLUGIN, parseTranslations, TEMPLATE } from '../../../packaging/plugin-texts.ts'
import { readGuideSample } from '../../testing/guide-samples.ts'
import { needsPhp, OPTIONS, runInShop, type Shop } from './run-php.ts'

/* The plugin for WooCommerce in PHP, with stand-ins for what it calls. */

const COMMON = 'wc-address-autocomplete-common'
const LINES_MAX = 910

test('the code of the plugin has at most 910 lines, and PHP can read all of it', needsPhp, () => {
  const files = listPluginFiles().filter(([name]) => /(?<!min)\.(?:php|js)$/.test(name))
  const lines = files.map(([, content]) => content.toString().split('\n').length - 1)
  assert(5 < files.length)
  const sum = lines.reduce((a, b) => a + b, 0)
  assert(sum <= LINES_MAX, `${sum} lines`)
  for (const [name] of files)
    if (name.endsWith('.php')) execFileSync('php', ['-d', 'display_errors=1', '-l', join(PLUGIN, name)])
})

const hasSniffer = !spawnSync('phpcs', ['--version']).error

test('the PHP code has the form that WordPress wants', { skip: hasSniffer ? false : 'no php-codesniffer' }, () => {
  const standard = join(import.meta.dirname, 'phpcs.xml')
  const { status, stdout } = spawnSync('phpcs', [`--standard=${standard}`, PLUGIN], { encoding: 'utf8' })
  assert.equal(status, 0, stdout)
})

test('the archive is the same wherever it is made, has the version in place of zeros, and the script of the server', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'regista-plugin-'))
  try {
    const code = `(await import('${import.meta.resolve('../../../packaging/plugin.ts')}')).packPlugin('${folder}')`
    const [first, second] = ['Asia/Tokyo', 'Europe/Bratislava'].map((TZ) => {
      execFileSync(process.execPath, ['--input-type=module', '-e', code], { env: { ...process.env, TZ } })
      const [name] = readdirSync(folder)
      return readFileSync(join(folder, name!))
    })
    assert(first!.equals(second!))
  } finally {
    rmSync(folder, { recursive: true })
  }
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  const files = new Map(listPluginFiles().map(([name, content]) => [name, content.toString()]))
  assert.match(files.get(`${PLUGIN_NAME}.php`)!, new RegExp(`Version: ${version}\\n[^]+const VERSION = '${version}'`))
  assert.match(files.get('readme.txt')!, new RegExp(`^Stable tag: ${version}$`, 'm'))
  for (const [name, content] of files) assert(!/\b0\.0\.0\b/.test(content), name)
  const script = readFileSync(`src/http/script/versions/regista-${version}.min.js`, 'utf8')
  assert.equal(files.get('assets/regista.min.js'), script)
})

test('the template has all texts of the code, and each language has them all with the same values in them', () => {
  const template = readFileSync(TEMPLATE, 'utf8')
  assert.equal(template, collectTexts(), 'run `npm run plugin-texts`')
  const texts = [...parseTranslations(template).keys()].filter((text) => text !== '')
  assert(30 < texts.length)
  const listValues = (text: string) => [...text.matchAll(/%(?:\d\$)?[sd]/g)].map(String).sort()
  for (const language of ['sk_SK', 'cs_CZ']) {
    const file = join(PLUGIN, 'languages', `${PLUGIN_NAME}-${language}.po`)
    const { '': _header, ...translated } = Object.fromEntries(parseTranslations(readFileSync(file, 'utf8')))
    assert.deepEqual(new Set(Object.keys(translated)), new Set(texts))
    for (const [text, translation] of Object.entries(translated))
      assert.deepEqual(listValues(translation), listValues(text), `${language}: ${text}`)
  }
})

test('the binary translations have the tables where WordPress reads them, and the texts that it finds there', () => {
  const files = new Map(listPluginFiles())
  for (const language of ['sk_SK', 'cs_CZ']) {
    const name = `languages/${PLUGIN_NAME}-${language}`
    const binary = files.get(`${name}.mo`)!
    const [magic, , count, texts, translations, hashes, hashesAt] = Array.from({ length: 7 }, (_, i) =>
      binary.readUInt32LE(4 * i),
    )
    const expected = [0x950412de, texts! + 8 * count!, 0, translations! + 8 * count!]
    assert.deepEqual([magic, translations, hashes, hashesAt], expected)
    const readText = (table: number, i: number) => {
      const [length, at] = [binary.readUInt32LE(table + 8 * i), binary.readUInt32LE(table + 8 * i + 4)]
      return binary.toString('utf8', at, at + length)
    }
    const found = Array.from({ length: count! }, (_, i) => [readText(texts!, i), readText(translations!, i)] as const)
    assert.deepEqual(new Map(found), new Map([...parseTranslations(files.get(`${name}.po`)!.toString())]))
  }
})

/** The handles of the scripts on the page with those that each comes after, and what our script is told. */
async function loadPage(shop: Shop) {
  const print =
    'do_action("wp_enqueue_scripts"); echo json_encode($shop->scripts), "\\n", $shop->inline["regista-for-woocommerce"] ?? "";'
  const [scripts, code = ''] = await runInShop(shop, print)
  const settings = JSON.parse(/= (\{.*\});$/.exec(code)?.[1] ?? '{}')
  return { scripts: JSON.parse(scripts!) as Record<string, string[]>, settings }
}

const OURS = ['regista-for-woocommerce', 'regista-widgets']

for (const [page, facts, hasForm] of [
  ['the classic checkout', { checkout: true }, true],
  ['a page with the checkout block', { block: true }, true],
  ['the address in My account', { endpoint: 'edit-address', query: { 'edit-address': 'billing' } }, true],
  ['the list of addresses in My account', { endpoint: 'edit-address' }, false],
  ['an order that was received', { checkout: true, block: true, endpoint: 'order-received' }, false],
  ['the payment of an order', { checkout: true, endpoint: 'order-pay' }, false],
  ['a product', {}, false],
] as const)
  test(`${page} ${hasForm ? 'has the scripts' : 'loads none, nor those of WooCommerce'}`, needsPhp, async () => {
    const before = `$shop->scripts = ['${COMMON}' => [], 'wc-address-autocomplete' => [], 'theme' => []];`
    const { scripts } = await loadPage({ page: facts, registered: [COMMON], before })
    const theirs = hasForm ? [COMMON, 'wc-address-autocomplete', 'theme'] : ['theme']
    assert.deepEqual(Object.keys(scripts).sort(), [...theirs, ...(hasForm ? OURS : [])].sort())
  })

for (const [given, shop, after, provider] of [
  ["WooCommerce's option is off", { page: { checkout: true } }, [], false],
  ["WooCommerce's option is on", { page: { checkout: true }, registered: [COMMON, 'wc-settings'] }, [COMMON], true],
  [
    'the checkout block is an old one',
    { page: { block: true }, registered: [COMMON, 'wc-settings'] },
    [COMMON, 'wc-settings'],
    true,
  ],
  [
    'the page has the checkout block',
    { page: { block: true }, registered: [COMMON, 'wc-settings', 'wc-blocks-data-store'] },
    [COMMON, 'wc-settings', 'wc-blocks-data-store'],
    true,
  ],
] as const)
  test(`the script comes after what is registered while ${given}`, needsPhp, async () => {
    const { scripts, settings } = await loadPage(shop)
    assert.deepEqual(scripts['regista-for-woocommerce'], [...after, 'regista-widgets'])
    assert.equal(settings.provider, provider)
  })

for (const [entered, pause] of [
  ['500', 500],
  ['-1', 0],
  ['60000', 2_000],
  ['x', 0],
] as const)
  test(`a pause of ${entered} is one of ${pause} ms`, needsPhp, async () => {
    const { settings } = await loadPage({ options: { ...OPTIONS, regista_pause: entered }, page: { block: true } })
    assert.equal(settings.pause, pause)
  })

test("the script is told the owner's settings", needsPhp, async () => {
  const options = { ...OPTIONS, regista_countries: ['CZ'], regista_company: 'no', regista_position: 'yes' }
  const { settings } = await loadPage({ options, page: { block: true } })
  assert.deepEqual(settings, {
    server: OPTIONS.regista_server,
    clientId: OPTIONS.regista_client_id,
    countries: ['cz'],
    country: 'sk',
    addresses: true,
    company: false,
    companyAddress: false,
    companyFields: [],
    scopes: ['addresses:suggest'],
    hint: true,
    pause: 0,
    position: true,
    provider: false,
    block: true,
    allNumbers: 'all numbers',
    leftOut: 'part of the text was not found',
  })
})

/** Ours too, which is there while the plugin of the field is off. */
const orOurs = (id: string) => `#${id}, #billing_ico, [name="_wc_billing/regista/ico"]`
const inBlock = (id: string) => ['contact', 'billing', 'shipping'].map((part) => `#${part}-${id}`).join(', ')

for (const [field, selectors] of [
  ['billing_ic', [[orOurs('billing_ic'), '#billing_company']]],
  [
    'billing_company_wi_id',
    [
      [orOurs('billing_company_wi_id'), '#billing_company'],
      [inBlock('superfaktura-billing-company-wi-id'), inBlock('superfaktura-billing-company')],
    ],
  ],
  [
    'billing_company_id',
    [
      [orOurs('billing_company_id'), '#billing_company'],
      [inBlock('our-plugin-company-id'), inBlock('company')],
    ],
  ],
  ['billing_ico', [['#billing_ico, [name="_wc_billing/regista/ico"]', '#billing_company']]],
  ['billing_unknown', []],
] as const)
  test(`the script attaches to the field ${field} that the owner has chosen`, needsPhp, async () => {
    const options = { ...OPTIONS, regista_company_field: field }
    const before = readGuideSample('woocommerce: Fields of other plugins (php)')
    const { settings } = await loadPage({ options, before, page: { block: true } })
    assert.deepEqual(settings.companyFields, selectors)
  })

test('the scripts of the two files of the earlier guide are not loaded', needsPhp, async () => {
  const before = `$shop->scripts = ['regista' => [], 'regista-checkout' => ['regista']];`
  const { scripts } = await loadPage({ page: { checkout: true }, before })
  assert.deepEqual(Object.keys(scripts).sort(), OURS)
})

test('before the owner has entered a server, nothing is loaded, added or provided', needsPhp, async () => {
  const options = { woocommerce_checkout_company_field: 'hidden' }
  const code = `do_action('wp_enqueue_scripts'); do_action('woocommerce_init');
    echo json_encode([$shop->scripts, $shop->fields, apply_filters('woocommerce_address_providers', []),
      apply_filters('woocommerce_checkout_fields', []), get_option('woocommerce_checkout_company_field')]);`
  const before = 'abstract class WC_Address_Provider { public $id; public $name; }'
  assert.deepEqual(await runInShop({ options, page: { checkout: true }, before }, code), ['[[],[],[],[],"hidden"]'])
})

test(
  'WooCommerce gets a provider before those of others, with the sources as they were last named',
  needsPhp,
  async () => {
    const before = 'abstract class WC_Address_Provider { public $id; public $name; }'
    const code = `[$ours, $other] = apply_filters('woocommerce_address_providers', ['Other']);
    $provider = new $ours; echo json_encode([$provider->id, $provider->name, $provider->branding_html, $other]);`
    const options = { ...OPTIONS, regista_attribution: 'A <b> & C, 2026' }
    const [printed] = await runInShop({ options, before }, code)
    assert.deepEqual(JSON.parse(printed!), ['regista', 'Regista', 'A &lt;b&gt; &amp; C, 2026', 'Other'])
    const print = `echo json_encode(apply_filters('woocommerce_address_providers', ['Other']));`
    assert.deepEqual(await runInShop({}, print), ['["Other"]'], 'a WooCommerce without providers')
    const off = { ...OPTIONS, regista_addresses: 'no' }
    assert.deepEqual(await runInShop({ options: off, before }, print), ['["Other"]'])
  },
)

test('the plugin declares that it works with the tables of orders and with the checkout block', needsPhp, async () => {
  const before = `eval('namespace Automattic\\\\WooCommerce\\\\Utilities; class FeaturesUtil {
    static function declare_compatibility($feature, $file, $is) { echo $feature, var_export($is, true), "\\n"; } }');`
  const printed = await runInShop({ before }, `do_action('before_woocommerce_init');`)
  assert.deepEqual(printed, ['custom_order_tablestrue', 'cart_checkout_blockstrue'])
})

test(
  'activation plans a weekly refresh, deactivation ends it, and uninstalling removes all options',
  needsPhp,
  async () => {
    const options = { ...OPTIONS, regista_attribution: 'x', regista_countries: [], woocommerce_other: 'stays' }
    const code = `$print = fn() => print(json_encode($shop->scheduled) . "\\n");
    do_action('activate'); $print(); do_action('deactivate'); $print();
    foreach (Regista\\WooCommerce\\DEFAULTS as $name => $value) update_option("regista_$name", $value);
    const WP_UNINSTALL_PLUGIN = 'x'; require '${PLUGIN}/uninstall.php'; echo json_encode($shop->options);`
    const [planned, ended, left] = await runInShop({ options }, code)
    assert.deepEqual(
      [planned, ended, left],
      ['{"regista_refresh_attribution":"weekly"}', '[]', '{"woocommerce_other":"stays"}'],
    )
  },
)
