import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { readGuideSample } from './testing/guide-samples.ts'

/* Samples in other languages run if the machine has the language. What can be checked without it always is. */

function hasProgram(name: string): boolean {
  return spawnSync(name, ['--version']).error === undefined
}

const PLUGIN = 'form: WordPress with WooCommerce (php)'

/** The functions of WordPress and WooCommerce that the plugin calls. */
const WORDPRESS = `
$isCheckout = $argv[1] === 'checkout';
function add_action($name, $action) { echo $name, "\\n"; $action(); }
function is_checkout() { return $GLOBALS['isCheckout']; }
function is_account_page() { return false; }
function plugins_url($path, $file) { return "/plugins/$path"; }
function wp_enqueue_script($handle, $url, $after) { echo $handle, ' ', $url, ' ', implode(',', $after), "\\n"; }
`

const needsPhp = { skip: hasProgram('php') ? false : 'this machine has no PHP' }

test('the WordPress plugin adds the widgets and then its script, at the checkout only', needsPhp, () => {
  const code = WORDPRESS + readGuideSample(PLUGIN).replace('<?php', '')
  const run = (page: string) => execFileSync('php', ['-r', code, page]).toString('utf8').trim().split('\n')
  const scripts = ['regista /plugins/regista.min.js ', 'regista-checkout /plugins/checkout.js regista']
  assert.deepEqual(
    run('checkout').map((line) => line.trimEnd()),
    ['wp_enqueue_scripts', ...scripts.map((line) => line.trimEnd())],
  )
  assert.deepEqual(run('blog'), ['wp_enqueue_scripts'])
})

test('the WordPress plugin names the files of the guide', () => {
  const files = [...readGuideSample(PLUGIN).matchAll(/plugins_url\('([^']+)'/g)].map(([, file]) => file)
  assert.deepEqual(files, ['regista.min.js', 'checkout.js'])
})
