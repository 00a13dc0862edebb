import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { setProjectState } from '../../../src/access/control/projects.ts'
import { exampleRelease } from '../../../src/http/testing/example-release.ts'
import { startService } from '../../../src/http/testing/service.ts'
import { needsPhp, OPTIONS, runInShop } from './run-php.ts'

/* The settings of the plugin, its notices, and its test of the connection against a server of ours. */

const service = await startService({ release: await exampleRelease(), limits: { mint_ip: { rate: 1, burst: 1000 } } })
after(() => service[Symbol.asyncDispose]())
const server = `http://127.0.0.1:${service.port}`
const ORIGIN = 'https://shop.example'

interface Given {
  readonly server?: string
  readonly clientId?: string
  readonly countries?: readonly string[]
  readonly home?: string
  /** The parts that are switched on. */
  readonly on?: readonly string[]
}

/** Presses the button, and returns what the page says then and the options. */
async function pressTest(given: Given) {
  const {
    clientId = OPTIONS.regista_client_id,
    countries = ['SK'],
    home = `${ORIGIN}/shop/`,
    on = ['addresses'],
  } = given
  const sent = {
    save: 'regista-test',
    regista_server: given.server ?? `${server}/`,
    regista_client_id: clientId,
    regista_countries: countries,
    ...Object.fromEntries(on.map((name) => [`regista_${name}`, '1'])),
  }
  const code = `$_POST = json_decode('${JSON.stringify(sent)}', true); do_action('woocommerce_update_options_regista');
    echo json_encode([$shop->messages, $shop->options]);`
  const [printed] = await runInShop({ options: {}, page: { home } }, code)
  const [messages, options] = JSON.parse(printed!) as [string[], Record<string, unknown>]
  return { messages, options }
}

async function newCustomer(
  options: Parameters<typeof service.customer>[0] = {},
  state: 'active' | 'suspended' = 'active',
): Promise<string> {
  const { project } = await service.customer({ origins: [ORIGIN], ...options })
  await setProjectState(service.control, { id: project.id, state })
  return project.clientId
}

test(
  'a test that succeeds says so, costs a unit for each country, and remembers how the sources are named',
  needsPhp,
  async () => {
    const { project, account } = await service.customer({ origins: [ORIGIN] })
    const { messages, options } = await pressTest({ clientId: project.clientId })
    assert.deepEqual(messages, ['Regista answers. Everything works.'])
    assert.equal(await service.confirmedUnits(account), 1)
    assert.equal(options.regista_attribution, 'Example')
    assert.equal(options.regista_server, server)
    assert.deepEqual([options.regista_addresses, options.regista_company], ['yes', 'no'])
  },
)

const BOTH = ['addresses:suggest', 'companies:suggest'] as const

for (const [on, browserScopes, units] of [
  [['addresses'], ['addresses:suggest'], 1],
  [['company'], ['companies:suggest'], 1],
  [['addresses', 'company'], BOTH, 2],
  [['addresses', 'company', 'company_address'], [...BOTH, 'companies:read'], 2],
  // It belongs to companies, so it is off with them.
  [['addresses', 'company_address'], ['addresses:suggest'], 1],
] as const)
  test(
    `with ${on.join(' and ')} on, ${browserScopes.join(' and ')} are enough, and a test costs ${units}`,
    needsPhp,
    async () => {
      const { project, account } = await service.customer({ origins: [ORIGIN], browserScopes })
      const { messages } = await pressTest({ clientId: project.clientId, on })
      assert.deepEqual(messages, ['Regista answers. Everything works.'])
      assert.equal(await service.confirmedUnits(account), units)
    },
  )

/** Starts a server that always sends this, and something else as a session. */
async function answerWith(body: string, session = body): Promise<string> {
  const answering = createServer(({ method }, response) => response.end(method === 'POST' ? session : body))
  answering.listen(0, '127.0.0.1')
  after(() => answering.close())
  await new Promise((resolve) => answering.once('listening', resolve))
  return `http://127.0.0.1:${(answering.address() as AddressInfo).port}`
}
const page = await answerWith('<h1>Welcome</h1>')
const other = await answerWith('{"data":[]}')
const limit = (seconds: number) =>
  answerWith(`{"error":{"code":"rate_limited","message":"Wait.","retry_after_seconds":${seconds}}}`)
const limited = await limit(90)
const limitedToday = await limit(86_420)
const isEmpty = '{"error":{"code":"data_unavailable","message":"None."}}'
const withoutCompanies = await answerWith(isEmpty, '{"data":{"token":"rgb_0"}}')
const newer = await answerWith('{"error":{"code":"of_tomorrow","message":"100 % new."}}')

for (const [fault, given, sentence] of [
  ['no server', { server: '' }, /^error: Enter the address of the server\.$/],
  ['a client id that cannot be one', { clientId: 'rgk_1' }, /^error: A client id is rgp_ and 32/],
  [
    'a server that does not run',
    { server: 'http://127.0.0.1:1' },
    /^error: This shop cannot reach http:\/\/127\.0\.0\.1:1 \(connection refused\)/,
  ],
  ['another server', { server: page }, new RegExp(`^error: ${page} answers, but it is no Regista server`)],
  ['another server of JSON', { server: other }, new RegExp(`^error: ${other} answers, but it is no Regista server`)],
  ['a budget that is used up', { server: limited }, /^error: The budget for pages is used up.* in 2 minutes\.$/],
  ['a budget of the day that is used up', { server: limitedToday }, /budget for pages.* again in 24 hours\.$/],
  ['countries that are emptied', { countries: [] }, /^error: Choose a country/],
  ['everything switched off', { on: [] }, /^error: Switch on addresses or companies/],
  [
    'a server without https for a shop with it',
    { server: 'http://regista.example.com' },
    /^error: Browsers do not let a page of https ask a server of http\./,
  ],
  [
    'a project that is suspended',
    { clientId: newCustomer({}, 'suspended') },
    /^error: The account or the project.* is not/,
  ],
  [
    'addresses that the project may not suggest',
    { clientId: newCustomer({ browserScopes: ['companies:suggest'] }), on: ['addresses', 'company'] },
    /^error: The project may not use addresses:suggest in browsers\./,
  ],
  [
    'companies that the project may not suggest',
    { clientId: newCustomer({ browserScopes: ['addresses:suggest'] }), on: ['addresses', 'company'] },
    /^error: The project may not use companies:suggest in browsers\./,
  ],
  [
    'addresses of companies that the project may not read',
    { clientId: newCustomer({ browserScopes: BOTH }), on: ['addresses', 'company', 'company_address'] },
    /^error: The project may not use companies:read in browsers\./,
  ],
  [
    'a shop on the own machine',
    { clientId: newCustomer(), home: 'http://127.0.0.1:8000/shop' },
    / pages of http:\/\/127\.0\.0\.1:8000 yet\..*: regista project allow-origin PROJECT http:\/\/127\.0\.0\.1 --development$/,
  ],
  [
    'a shop of a local tool',
    { clientId: newCustomer(), home: 'http://shop.test' },
    /with: regista project allow-origin PROJECT http:\/\/shop\.test --development$/,
  ],
  [
    'a shop of a local tool with another ending',
    { clientId: newCustomer(), home: 'http://shop.local:8080' },
    /with: regista project allow-origin PROJECT http:\/\/shop\.local --development$/,
  ],
  [
    'a public shop without https',
    { clientId: newCustomer(), home: 'http://www.shop.example' },
    /^error: The server allows only pages of https, and this shop is http:\/\/www\.shop\.example\./,
  ],
  ['an error of a newer server', { server: newer }, /^error: The server refuses: 100 % new\.$/],
  ['an unknown client id', {}, /^error: The server does not know this client id/],
  [
    'an origin that is not allowed',
    { clientId: newCustomer(), home: 'https://www.shop.example:8443/' },
    /with: regista project allow-origin PROJECT https:\/\/www\.shop\.example:8443$/,
  ],
  [
    'units that are used up',
    { clientId: newCustomer({ allowanceUnits: 0 }) },
    /^error: The units of this month are used up/,
  ],
  [
    'a country without data',
    { clientId: newCustomer(), countries: ['SK', 'CZ'] },
    /^error: The server has no addresses of CZ/,
  ],
  [
    'a country without companies',
    { server: withoutCompanies, countries: ['CZ'], on: ['company'] },
    /^error: The server has no companies of CZ/,
  ],
] as const)
  test(`a test says in a sentence what to do about ${fault}`, needsPhp, async () => {
    const { clientId, ...rest } = given as Given & { clientId?: string | Promise<string> }
    const { messages } = await pressTest({ ...rest, ...(clientId && { clientId: await clientId }) })
    assert.equal(messages.length, 1)
    assert.match(messages[0]!, sentence)
  })

for (const [entered, stored] of [
  ['regista.example.com/', 'https://regista.example.com'],
  [' shop.example:8443', 'https://shop.example:8443'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['https://regista.example.com/v1', 'https://regista.example.com'],
  ['https://regista.example.com/v1/autocomplete/addresses', 'https://regista.example.com'],
  ['', ''],
] as const)
  test(`saving "${entered}" without the test asks no server, and stores "${stored}"`, needsPhp, async () => {
    const code = `$_POST = ['save' => 'Save', 'regista_server' => '${entered}'];
      do_action('woocommerce_update_options_regista'); echo json_encode([$shop->messages, $shop->options['regista_server']]);`
    const [printed] = await runInShop({ options: {} }, code)
    assert.deepEqual(JSON.parse(printed!), [[], stored])
  })

test('the page has a field for each setting, with its default, and the button', needsPhp, async () => {
  const code = `echo json_encode(apply_filters('woocommerce_settings_tabs_array', ['general' => 'General'])), "\\n";
    do_action('woocommerce_settings_regista');`
  const [tabs, ...lines] = await runInShop({ options: {} }, code)
  assert.equal(tabs, '{"general":"General","regista":"Regista"}')
  assert.match(lines.join('\n'), /<button type="submit" name="save" value="regista-test" class="button">Save and test</)
  const fields = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))
  const defaults = fields
    .filter(({ id }) => id && id !== 'regista_options')
    .map((field) => [field.id, field.default ?? ''])
  assert.deepEqual(Object.fromEntries(defaults), {
    regista_server: '',
    regista_client_id: '',
    regista_countries: ['SK', 'CZ'],
    regista_addresses: 'yes',
    regista_company: 'yes',
    regista_company_address: 'no',
    regista_company_field: '',
    regista_position: 'no',
    regista_hint: 'yes',
    regista_pause: '',
  })
  assert(
    fields.every(({ type, title, checkboxgroup }) => type !== 'checkbox' || title || checkboxgroup === 'end'),
    'a row without a heading',
  )
  assert.deepEqual(fields.find(({ id }) => id === 'regista_pause').custom_attributes, { min: 0, max: 2000 })
  assert.deepEqual(fields.find(({ id }) => id === 'regista_countries').options, {
    CZ: 'Czech Republic',
    SK: 'Slovakia',
  })
})

const addsField = (name: string) =>
  `add_filter('woocommerce_billing_fields', fn($fields) => $fields + (isset($fields['billing_company']) ? ['${name}' => []] : []));`

for (const [before, options, proposed, choices] of [
  ['', {}, '', { '': 'of Regista', billing_ico: 'billing_ico' }],
  [
    addsField('billing_ic'),
    {},
    'billing_ic',
    { '': 'of Regista', billing_ic: 'Kybernaut IČO DIČ (billing_ic)', billing_ico: 'billing_ico' },
  ],
  [
    addsField('billing_company_wi_id'),
    {},
    'billing_company_wi_id',
    { '': 'of Regista', billing_company_wi_id: 'SuperFaktúra (billing_company_wi_id)', billing_ico: 'billing_ico' },
  ],
  [addsField('billing_other'), {}, '', { '': 'of Regista', billing_ico: 'billing_ico' }],
  [
    `${addsField('billing_other')} add_filter('regista_company_fields', fn($known) => $known + ['billing_other' => ['', '', '']]);`,
    {},
    'billing_other',
    { '': 'of Regista', billing_other: 'billing_other', billing_ico: 'billing_ico' },
  ],
  [
    "add_filter('woocommerce_billing_fields', fn($fields) => WC()->cart->needs_shipping() ? $fields : []);",
    {},
    '',
    { '': 'of Regista', billing_ico: 'billing_ico' },
  ],
  [
    '',
    { regista_company_field: 'billing_ic' },
    '',
    { '': 'of Regista', billing_ic: 'Kybernaut IČO DIČ (billing_ic)', billing_ico: 'billing_ico' },
  ],
] as const)
  test(`the page proposes the field "${proposed}" of ${Object.values(choices)}`, needsPhp, async () => {
    const lines = await runInShop({ options, before }, `do_action('woocommerce_settings_regista');`)
    const fields = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))
    const field = fields.find(({ id }) => id === 'regista_company_field')
    assert.deepEqual([field.default ?? '', { ...field.options }], [proposed, choices])
  })

const PROVIDERS = 'abstract class WC_Address_Provider {}'
const ON = { ...OPTIONS, woocommerce_address_autocomplete_enabled: 'yes' }

for (const [situation, shop, text] of [
  [
    'nothing is entered',
    { options: {} },
    /Enter the address of your server.*href="\/wp-admin\/admin\.php\?page=wc-settings/,
  ],
  [
    "WooCommerce's option is off",
    { before: PROVIDERS },
    /is off.*href="\/wp-admin\/admin-post\.php\?action=regista_switch_on&amp;nonce=regista_switch_on">Switch it on</,
  ],
  ['the option is on', { options: ON, before: PROVIDERS }, undefined],
  ['WooCommerce has no such option', {}, undefined],
  [
    'another plugin has a field for the company number',
    { before: addsField('billing_ic') },
    /already has a field for the company number\. Choose it/,
  ],
  [
    'the owner has kept the field of Regista beside another',
    { options: { ...OPTIONS, regista_company_field: '' }, before: addsField('billing_ic') },
    undefined,
  ],
  [
    'the plugin of the guide is active',
    { options: ON, page: { plugins: ['regista-checkout/regista-checkout.php'] } },
    /Deactivate and delete it/,
  ],
  ['the person may not change it', { options: {}, page: { mayManage: false } }, undefined],
  ['the page has nothing to do with the shop', { options: {}, page: { screen: 'edit-post' } }, undefined],
] as const)
  test(`the owner sees ${text ? 'a notice' : 'no notice'} while ${situation}`, needsPhp, async () => {
    const printed = (await runInShop(shop, `do_action('admin_notices');`)).join('\n')
    if (text) assert.match(printed, text)
    else assert.equal(printed, '')
  })

test(
  "the switch of the notice sets WooCommerce's option and returns to the page, for those who may",
  needsPhp,
  async () => {
    const code = `register_shutdown_function(fn() => print(json_encode($shop->options))); do_action('admin_post_regista_switch_on');`
    const may = await runInShop({ options: {} }, code)
    assert.deepEqual(may, ['redirect /before', '{"woocommerce_address_autocomplete_enabled":"yes"}'])
    assert.deepEqual(await runInShop({ options: {}, page: { mayManage: false } }, code), ['redirect /before', '[]'])
  },
)
