import { execFile, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const PLUGIN = join(import.meta.dirname, '../../../plugins/woocommerce')
const WORDPRESS = join(import.meta.dirname, 'wordpress.php')

/** A shop whose owner has entered the server. */
export const OPTIONS = {
  regista_server: 'https://regista.example.com',
  regista_client_id: `rgp_${'0'.repeat(32)}`,
}

/** For `test`: it runs wherever PHP is installed. */
export const needsPhp = {
  skip: spawnSync('php', ['--version']).error ? 'this machine has no PHP (Debian: php-cli)' : false,
}

export interface Shop {
  readonly options?: Readonly<Record<string, unknown>>
  /** What WordPress would say of the page: see wordpress.php. */
  readonly page?: Readonly<Record<string, unknown>>
  /** Handles of scripts. */
  readonly registered?: readonly string[]
  /** Before the plugin is loaded. */
  readonly before?: string
}

/**
 * Loads the plugin in a shop of stand-ins, runs the code, and returns the lines that it prints. PHP's own warnings and
 * notices fail the test, as they would fill the log of a shop.
 */
export async function runInShop(shop: Shop, code: string): Promise<string[]> {
  const { options = OPTIONS, page = {}, registered = [], before = '' } = shop
  const given = JSON.stringify({ options, page, registered }).replaceAll(/['\\]/g, '\\$&')
  const program = `
    set_error_handler(function ($number, $message, $file, $line) {
      if (error_reporting() & $number) throw new ErrorException("$message in $file:$line");
    });
    require '${WORDPRESS}';
    foreach (json_decode('${given}', true) as $name => $value) $shop->$name = $value;
    ${before}
    require '${PLUGIN}/regista-for-woocommerce.php';
    ${code}`
  const { stdout } = await promisify(execFile)('php', ['-d', 'error_reporting=-1', '-r', program])
  return stdout.trim() === '' ? [] : stdout.trim().split('\n')
}
