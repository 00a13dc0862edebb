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
    $printed = [$field['id'], $field['location'], $field['label'], $field['sanitize_callback']("12 3\\u{a0}45 678<b>")];`
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
  // Custom fields show the order's own one, also without the plugin.
  assert.deepEqual(await evaluate(code), [
    { other: 1, [KEY]: '12345678', billing_ico: '12345678' },
    { [KEY]: '12345678' },
  ])
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
    const code = `do_action('woocommerce_init'); $order = new WC_Order(['${KEY}' => '12345678']); $order->createdVia = '${origin}';
      $printed = apply_filters('woocommerce_order_formatted_billing_address', ['company' => '${company}'], $order)['company'];`
    assert.equal(await evaluate(code), expected)
  })

test('an order of the block shows its number also after companies were switched off', needsPhp, async () => {
  const code = `do_action('woocommerce_init'); $order = new WC_Order(['${KEY}' => '12345678']); $order->createdVia = 'store-api';
    $printed = apply_filters('woocommerce_order_formatted_billing_address', ['company' => ''], $order)['company'];`
  const options = { ...OPTIONS, regista_company: 'no' }
  assert.equal(await evaluate(code, { options }), 'Company number (IČO): 12345678')
})

test('an order without a number has the address that it had', needsPhp, async () => {
  const code = `$printed = apply_filters('woocommerce_order_formatted_billing_address', ['company' => 'X'], new WC_Order());`
  assert.deepEqual(await evaluate(code), { company: 'X' })
})

test('the owner edits the number in an order of the classic checkout', needsPhp, async () => {
  const code = `$order = new WC_Order(['${KEY}' => '12345678']);
    $field = apply_filters('woocommerce_admin_billing_fields', ['company' => []], $order)['ico'];
    $field['update_callback']($field['id'], '876 54 321', $order);
    do_action('woocommerce_init'); $block = new WC_Order(); $block->createdVia = 'store-api';
    $printed = [$field['value'], $order->meta, apply_filters('woocommerce_admin_billing_fields', [], $block),
      apply_filters('woocommerce_admin_billing_fields', [])];`
  assert.deepEqual(await evaluate(code), ['12345678', { [KEY]: '87654321', billing_ico: '87654321' }, [], []])
})

const RIGHT = ['12345678', ' 123 45 678', '123\u00a045\u202f678', '123456', '']
const WRONG = ['123456789012', '12345', '1234567x', 'IČO']

for (const [country, numbers, sentence] of [
  ['SK', RIGHT, ''],
  ['CZ', RIGHT, ''],
  ['SK', WRONG, 'A company number (IČO) has eight digits.'],
  ['CZ', WRONG, 'A company number (IČO) has eight digits.'],
  // Their numbers are as they are.
  ['DE', [...RIGHT, ...WRONG], ''],
] as const)
  test(
    `both checkouts say "${sentence}" of ${numbers.join(', ')} in ${country}, without a server`,
    needsPhp,
    async () => {
      const code = `do_action('woocommerce_init'); WC()->customer->country = '${country}'; [$field] = $shop->fields;
      foreach (json_decode('${JSON.stringify(numbers)}') as $number) {
        $block = new WP_Error(); $sent = ['regista/ico' => $field['sanitize_callback']($number)];
        do_action('woocommerce_blocks_validate_location_address_fields', $block, $sent, 'billing');
        $classic = new WP_Error(); $posted = ['billing_ico' => $number, 'billing_country' => '${country}'];
        do_action('woocommerce_after_checkout_validation', $posted, $classic);
        $printed[] = [$block->messages['regista_company_number'] ?? '', $classic->messages['regista_company_number'] ?? ''];
      }`
      const expected = numbers.map(() => [sentence, sentence])
      assert.deepEqual(
        await evaluate(code, { options: { ...OPTIONS, regista_server: 'http://127.0.0.1:1' } }),
        expected,
      )
    },
  )

for (const [where, fields, sent, sentence] of [
  ['the address', { country: 'DE' }, {}, ''],
  ['the address', { country: 'CZ' }, { billing_country: 'DE' }, 'A company number (IČO) has eight digits.'],
  ['a form of My account', {}, { billing_country: 'DE' }, ''],
  ['the customer', {}, {}, 'A company number (IČO) has eight digits.'],
] as const)
  test(`a customer of SK: the country of ${where} says "${sentence}" of a number of the block`, needsPhp, async () => {
    const code = `$errors = new WP_Error(); $_POST = json_decode('${JSON.stringify(sent)}', true);
      $fields = ['regista/ico' => '1234'] + json_decode('${JSON.stringify(fields)}', true);
      do_action('woocommerce_blocks_validate_location_address_fields', $errors, $fields, 'billing');
      $printed = implode($errors->messages);`
    assert.equal(await evaluate(code), sentence)
  })

/** Kybernaut IČO DIČ has its field in the classic checkout and in My account, SuperFaktúra in the block too. */
const OTHERS = {
  billing_ic: `add_filter('woocommerce_checkout_fields', fn($f) => ['billing' => $f['billing'] + ['billing_ic' => []]]);`,
  billing_company_wi_id: `woocommerce_register_additional_checkout_field(['id' => 'superfaktura/billing-company-wi-id']);
    add_filter('woocommerce_checkout_fields', fn($f) => ['billing' => $f['billing'] + ['billing_company_wi_id' => []]]);`,
}

for (const [field, admin, block] of [
  ['billing_ic', false, ['regista/ico']],
  ['billing_ic', true, ['regista/ico']],
  ['billing_company_wi_id', false, ['superfaktura/billing-company-wi-id']],
] as const)
  test(`beside ${field}${admin ? ' for the owner' : ''} the checkouts have one number each`, needsPhp, async () => {
    const code = `do_action('woocommerce_init'); $posted = ['${field}' => '1', 'billing_country' => 'SK'];
      $classic = apply_filters('woocommerce_checkout_fields', ['billing' => ['billing_company' => []]])['billing'];
      $account = apply_filters('woocommerce_address_to_edit', ['${field}' => [], '${KEY}' => []]);
      $errors = new WP_Error(); do_action('woocommerce_after_checkout_validation', $posted, $errors);
      $order = new WC_Order(['_${field}' => '1']); do_action('woocommerce_checkout_create_order', $order, $posted);
      $printed = [array_column($shop->fields, 'id'), array_keys($classic), $order->meta, array_filter($errors->messages)];`
    const options = { ...OPTIONS, regista_company_field: field }
    const expected = [block, ['billing_company', field], { [`_${field}`]: '1' }, []]
    assert.deepEqual(await evaluate(code, { options, before: OTHERS[field], page: { admin } }), expected)
  })

test('My account has the field of the other plugin alone, and the field of Regista without it', needsPhp, async () => {
  const code = `do_action('woocommerce_init');
    $list = fn($fields) => array_keys(apply_filters('woocommerce_address_to_edit', array_fill_keys($fields, [])));
    $printed = [$list(['billing_ic', '${KEY}']), $list(['${KEY}'])];`
  const options = { ...OPTIONS, regista_company_field: 'billing_ic' }
  assert.deepEqual(await evaluate(code, { options }), [['billing_ic'], [KEY]])
})

test('while the plugin of the chosen field is off, both checkouts have the field of Regista', needsPhp, async () => {
  const options = { ...OPTIONS, regista_company_field: 'billing_company_wi_id' }
  const code = `do_action('woocommerce_init'); $fields = apply_filters('woocommerce_checkout_fields', ['billing' => []]);
    $printed = [array_column($shop->fields, 'id'), array_keys($fields['billing'])];`
  assert.deepEqual(await evaluate(code, { options }), [['regista/ico'], ['billing_ico']])
})

for (const [field, order, customer] of [
  ['billing_ic', { billing_ic: '12345678', _billing_ic: '12345678' }, { billing_ic: '12345678' }],
  ['', { billing_ico: '12345678' }, {}],
] as const)
  test(`a number of the block is kept for "${field}" too, and shown there the next time`, needsPhp, async () => {
    const code = `do_action('woocommerce_init'); $order = new WC_Order(); $customer = new WC_Customer();
      foreach ([$order, $customer] as $one) {
        do_action('woocommerce_set_additional_field_value', 'regista/ico', '12345678', 'billing', $one);
        do_action('woocommerce_set_additional_field_value', 'regista/ico', '1', 'shipping', $one);
        do_action('woocommerce_set_additional_field_value', 'other/ico', '2', 'billing', $one);
      }
      $read = apply_filters('woocommerce_get_default_value_for_regista/ico', null, 'billing', $customer);
      $printed = [$order->meta, (object) $customer->meta, $read];`
    const options = { ...OPTIONS, regista_company_field: field }
    assert.deepEqual(await evaluate(code, { options }), [order, customer, field ? '12345678' : null])
  })

const CHOSEN = { ...OPTIONS, regista_company_field: 'billing_ic' }

for (const [what, start, sent, kept] of [
  ['the field of the other plugin', { billing_ic: '1' }, { billing_ic: '12345678' }, '12345678'],
  ['no number', { billing_ic: '12345678' }, { billing_ic: '' }, ''],
  ['the field of Regista', { billing_ic: '1' }, { [KEY]: '12345678' }, '12345678'],
] as const)
  test(`an address that My account sends with ${what} keeps its number for the other plugin`, needsPhp, async () => {
    const code = `do_action('woocommerce_init'); $customer = new WC_Customer(json_decode('${JSON.stringify(start)}', true));
      save_billing_address($customer, json_decode('${JSON.stringify(sent)}', true)); $printed = $customer->get_meta('billing_ic');`
    assert.equal(await evaluate(code, { options: CHOSEN }), kept)
  })

test('the block shows the newest number, also of an order of the classic checkout', needsPhp, async () => {
  const code = `do_action('woocommerce_init'); $posted = ['billing_ic' => '22222222'];
    $customer = new WC_Customer(['${KEY}' => '11111111'] + $posted); $order = new WC_Order(['${KEY}' => '11111111']);
    do_action('woocommerce_checkout_update_customer', $customer, $posted);
    do_action('woocommerce_checkout_create_order', $order, $posted);
    $printed = [$customer->meta, apply_filters('woocommerce_get_default_value_for_regista/ico', null, 'billing', $customer), $order->meta];`
  const expected = [{ billing_ic: '22222222' }, '22222222', { [KEY]: '11111111' }]
  assert.deepEqual(await evaluate(code, { options: CHOSEN, before: OTHERS.billing_ic }), expected)
})

test('an order of the block without a number has no custom field for it', needsPhp, async () => {
  const code = `$order = new WC_Order(['billing_ic' => '1', '_billing_ic' => '1']);
    do_action('woocommerce_set_additional_field_value', 'regista/ico', '', 'billing', $order); $printed = $order->meta;`
  assert.deepEqual(await evaluate(code, { options: CHOSEN }), [])
})

for (const hook of ['woocommerce_checkout_fields', 'woocommerce_billing_fields'])
  for (const field of ['', 'billing_ico'])
    test(`a field billing_ico by ${hook} stays that of the shop, with "${field}" chosen`, needsPhp, async () => {
      const own = "['billing_ico' => ['label' => 'IČO (shop)']]"
      const fields = hook.endsWith('billing_fields') ? `$fields + ${own}` : `['billing' => $fields['billing'] + ${own}]`
      const before = `add_filter('${hook}', fn($fields) => ${fields});`
      const code = `$posted = ['billing_ico' => '1', 'billing_country' => 'SK']; WC()->customer->meta = ['${KEY}' => '2'];
        $errors = new WP_Error(); do_action('woocommerce_after_checkout_validation', $posted, $errors);
        $order = new WC_Order(['_billing_ico' => '1']); do_action('woocommerce_checkout_create_order', $order, $posted);
        $printed = [WC()->checkout()->get_checkout_fields('billing')['billing_ico'], $errors->messages, $order->meta,
          apply_filters('woocommerce_checkout_get_value', '1', 'billing_ico'), apply_filters('woocommerce_admin_billing_fields', [], $order)];`
      const options = { ...OPTIONS, regista_company_field: field }
      const expected = [{ label: 'IČO (shop)' }, [], { _billing_ico: '1' }, '1', []]
      assert.deepEqual(await evaluate(code, { options, before }), expected)
    })

test('the owner edits the number of an older order also while a field of the shop is chosen', needsPhp, async () => {
  const code = `$order = new WC_Order(['${KEY}' => '12345678', 'billing_ico' => '12345678']);
    $field = apply_filters('woocommerce_admin_billing_fields', [], $order)['ico'];
    $field['update_callback']($field['id'], '87654321', $order); $printed = $order->meta;`
  const options = { ...OPTIONS, regista_company_field: 'billing_ico' }
  assert.deepEqual(await evaluate(code, { options }), { [KEY]: '87654321', billing_ico: '87654321' })
})
