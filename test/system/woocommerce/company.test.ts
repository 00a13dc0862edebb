import assert from 'node:assert/strict'
import { test } from 'node:test'
import { needsPhp, OPTIONS, runInShop, type Shop } from './run-php.ts'

/* The number of the company, from both checkouts to the order. */

const KEY = '_wc_billing/regista/ico'

async function evaluate(code: string, shop: Shop = {}): Promise<unknown> {
  const printed = await runInShop(shop, `${code} echo json_encode($printed);`)
  return JSON.parse(printed.join('\n'))
}

test('the checkout block gets the field, and its value loses spaces', needsPhp, async () => {
  const code = `do_action('woocommerce_init'); [$field] = $shop->fields;
    $printed = [$field['id'], $field['location'], $field['label'], $field['sanitize_callback'](' 12 345 678<b>')];`
  assert.deepEqual(await evaluate(code), ['regista/ico', 'address', 'Company number (IČO)', '12345678'])
})

test('the classic checkout gets the field behind the name of the company', needsPhp, async () => {
  const code = `$printed = apply_filters('woocommerce_checkout_fields', ['billing' => ['billing_company' => ['priority' => 30]]]);`
  const { billing } = (await evaluate(code)) as { billing: Record<string, { priority: number }> }
  assert.deepEqual([Object.keys(billing), billing.billing_ico!.priority], [['billing_company', 'billing_ico'], 31])
})

test('no checkout has the field while companies are switched off', needsPhp, async () => {
  const options = { ...OPTIONS, regista_company: 'no', woocommerce_checkout_company_field: 'hidden' }
  const code = `do_action('woocommerce_init'); $fields = apply_filters('woocommerce_checkout_fields', []);
    $printed = [$shop->fields, $fields, get_option('woocommerce_checkout_company_field', 'hidden')];`
  assert.deepEqual(await evaluate(code, { options }), [[], [], 'hidden'])
})

for (const [stored, admin, shown] of [
  ['hidden', false, 'optional'],
  [undefined, false, 'optional'],
  ['optional', false, 'optional'],
  ['required', false, 'required'],
  ['hidden', true, 'hidden'],
] as const)
  test(
    `the name of the company is ${shown} ${admin ? 'for the owner ' : ''}where WooCommerce has it ${stored}`,
    needsPhp,
    async () => {
      const options = stored ? { ...OPTIONS, woocommerce_checkout_company_field: stored } : OPTIONS
      const code = `$printed = get_option('woocommerce_checkout_company_field', 'hidden');`
      assert.equal(await evaluate(code, { options, page: { admin } }), shown)
    },
  )

test('an order and a customer of the classic checkout keep the number as those of the block do', needsPhp, async () => {
  const code = `$order = new WC_Order(['_billing_ico' => '123 45 678', 'other' => 1]);
    $customer = new WC_Customer(['billing_ico' => '123 45 678']);
    do_action('woocommerce_checkout_create_order', $order, ['billing_ico' => '123 45 678']);
    do_action('woocommerce_checkout_update_customer', $customer, ['billing_ico' => '123 45 678']);
    $printed = [$order->meta, $customer->meta];`
  assert.deepEqual(await evaluate(code), [{ other: 1, [KEY]: '12345678' }, { [KEY]: '12345678' }])
})

test('a number that is emptied leaves nothing behind', needsPhp, async () => {
  const code = `$order = new WC_Order(['${KEY}' => '12345678', '_billing_ico' => '']);
    do_action('woocommerce_checkout_create_order', $order, ['billing_ico' => ' ']); $printed = $order->meta;`
  assert.deepEqual(await evaluate(code), [])
})

test('an order of another form stays as it is', needsPhp, async () => {
  const code = `$order = new WC_Order(['a' => 1]); do_action('woocommerce_checkout_create_order', $order, []); $printed = $order->meta;`
  assert.deepEqual(await evaluate(code), { a: 1 })
})

test(
  'the classic checkout shows the number that the customer has, and leaves other fields alone',
  needsPhp,
  async () => {
    const code = `$read = fn($name) => apply_filters('woocommerce_checkout_get_value', null, $name);
    $before = $read('billing_ico'); WC()->customer->meta['${KEY}'] = '12345678';
    $printed = [$before, $read('billing_ico'), $read('billing_city')];`
    assert.deepEqual(await evaluate(code), [null, '12345678', null])
  },
)

for (const [origin, company, expected] of [
  ['checkout', 'Pekáreň, s.r.o.', 'Pekáreň, s.r.o.\nCompany number (IČO): 12345678'],
  ['checkout', '', 'Company number (IČO): 12345678'],
  ['admin', 'Pekáreň, s.r.o.', 'Pekáreň, s.r.o.\nCompany number (IČO): 12345678'],
  // WooCommerce shows it in a line of its own.
  ['store-api', 'Pekáreň, s.r.o.', 'Pekáreň, s.r.o.'],
] as const)
  test(`the address of an order from "${origin}" shows as company "${expected}"`, needsPhp, async () => {
    const code = `$order = new WC_Order(['${KEY}' => '12345678']); $order->createdVia = '${origin}';
      $printed = apply_filters('woocommerce_order_formatted_billing_address', ['company' => '${company}'], $order)['company'];`
    assert.equal(await evaluate(code), expected)
  })

test('an order without a number has the address that it had', needsPhp, async () => {
  const code = `$printed = apply_filters('woocommerce_order_formatted_billing_address', ['company' => 'X'], new WC_Order());`
  assert.deepEqual(await evaluate(code), { company: 'X' })
})

test('the owner edits the number in an order of the classic checkout', needsPhp, async () => {
  const code = `$order = new WC_Order(['${KEY}' => '12345678']);
    $field = apply_filters('woocommerce_admin_billing_fields', ['company' => []], $order)['ico'];
    $field['update_callback']($field['id'], '876 54 321', $order);
    $block = new WC_Order(); $block->createdVia = 'store-api';
    $printed = [$field['value'], $order->meta, apply_filters('woocommerce_admin_billing_fields', [], $block),
      apply_filters('woocommerce_admin_billing_fields', [])];`
  assert.deepEqual(await evaluate(code), ['12345678', { [KEY]: '87654321' }, [], []])
})
