<?php
/*
 * The functions of WordPress and WooCommerce that the plugin calls, as far as its tests need them. They are our own and
 * keep what they were given. A test sets `options` and `page`, and reads the rest.
 */

$shop = (object) array(
    'options' => array(),
    'page' => array(),
    'hooks' => array(),
    'scripts' => array(),
    'registered' => array(),
    'inline' => array(),
    'fields' => array(),
    'messages' => array(),
    'scheduled' => array(),
    'compatible' => array(),
    'formatted' => array(),
);

const ABSPATH = '/';
const HOUR_IN_SECONDS = 3600;

function add_filter($hook, $function, $priority = 10, $arguments = 1)
{
    $GLOBALS['shop']->hooks[$hook][$priority][] = array($function, $arguments);
}

function add_action(...$given)
{
    add_filter(...$given);
}

function apply_filters($hook, $value = null, ...$more)
{
    $byPriority = $GLOBALS['shop']->hooks[$hook] ?? array();
    ksort($byPriority);
    foreach (array_merge(...array_values($byPriority)) as list($function, $arguments)) {
        $value = $function(...array_slice(array($value, ...$more), 0, $arguments));
    }
    return $value;
}

function remove_filter($hook, $function)
{
    foreach ($GLOBALS['shop']->hooks[$hook] as $priority => $added) {
        $others = array_filter($added, fn($one) => $one[0] !== $function);
        $GLOBALS['shop']->hooks[$hook][$priority] = $others;
    }
}

function do_action($hook, ...$given)
{
    $byPriority = $GLOBALS['shop']->hooks[$hook] ?? array();
    ksort($byPriority);
    foreach (array_merge(...array_values($byPriority)) as list($function, $arguments)) {
        $function(...array_slice($given, 0, $arguments));
    }
}

function get_option($name, $default = false)
{
    $options = $GLOBALS['shop']->options;
    $before = apply_filters("pre_option_$name", false);
    if ($before !== false) {
        return $before;
    }
    return array_key_exists($name, $options)
        ? apply_filters("option_$name", $options[$name])
        : apply_filters("default_option_$name", $default);
}

function update_option($name, $value)
{
    $GLOBALS['shop']->options[$name] = $value;
}

function delete_option($name)
{
    unset($GLOBALS['shop']->options[$name]);
}

function __($text)
{
    return $text;
}

function esc_html__($text)
{
    return esc_html($text);
}

function esc_html($text)
{
    return htmlspecialchars($text, ENT_QUOTES);
}

function esc_url($url)
{
    return htmlspecialchars($url, ENT_QUOTES);
}

function esc_url_raw($url)
{
    // What stands before a colon is taken for a scheme.
    $isRelative = $url !== '' && !str_contains($url, ':');
    return $isRelative ? "http://$url" : (preg_match('#^(https?://|$)#', $url) ? $url : '');
}

function untrailingslashit($text)
{
    return rtrim($text, '/');
}

function sanitize_text_field($text)
{
    return trim(strip_tags($text));
}

function sanitize_key($text)
{
    return preg_replace('/[^a-z0-9_-]/', '', strtolower($text));
}

function wp_unslash($text)
{
    return stripslashes($text);
}

function wp_json_encode($value)
{
    return json_encode($value);
}

function wp_parse_url($url, $component = -1)
{
    return parse_url($url, $component);
}

function human_time_diff($from, $to)
{
    $seconds = $to - $from;
    return 3600 <= $seconds ? round($seconds / 3600) . ' hours' : round($seconds / 60) . ' minutes';
}

function plugin_basename($file)
{
    return basename(dirname($file)) . '/' . basename($file);
}

function plugins_url($path)
{
    return "/plugins/$path";
}

function home_url()
{
    return $GLOBALS['shop']->page['home'] ?? 'https://shop.example';
}

function admin_url($path)
{
    return "/wp-admin/$path";
}

function wp_nonce_url($url, $action)
{
    return "$url&nonce=$action";
}

function load_plugin_textdomain()
{
}

function register_activation_hook($file, $function)
{
    add_action('activate', $function);
}

function register_deactivation_hook($file, $function)
{
    add_action('deactivate', $function);
}

function wp_schedule_event($at, $recurrence, $hook)
{
    $GLOBALS['shop']->scheduled[$hook] = $recurrence;
}

function wp_clear_scheduled_hook($hook)
{
    unset($GLOBALS['shop']->scheduled[$hook]);
}

function is_admin()
{
    return $GLOBALS['shop']->page['admin'] ?? false;
}

function is_checkout()
{
    return $GLOBALS['shop']->page['checkout'] ?? false;
}

function has_block($name)
{
    return $name === 'woocommerce/checkout' && ($GLOBALS['shop']->page['block'] ?? false);
}

function is_wc_endpoint_url($name)
{
    return $name === ($GLOBALS['shop']->page['endpoint'] ?? '');
}

function get_query_var($name)
{
    return $GLOBALS['shop']->page['query'][$name] ?? '';
}

function wp_script_is($handle)
{
    return in_array($handle, $GLOBALS['shop']->registered, true);
}

function wp_enqueue_script($handle, $url = '', $after = array())
{
    $GLOBALS['shop']->scripts[$handle] = $after;
}

function wp_dequeue_script($handle)
{
    unset($GLOBALS['shop']->scripts[$handle]);
}

function wp_add_inline_script($handle, $code)
{
    $GLOBALS['shop']->inline[$handle] = $code;
}

function get_current_screen()
{
    return (object) array('id' => $GLOBALS['shop']->page['screen'] ?? 'plugins');
}

function current_user_can()
{
    return $GLOBALS['shop']->page['mayManage'] ?? true;
}

function is_plugin_active($plugin)
{
    return in_array($plugin, $GLOBALS['shop']->page['plugins'] ?? array(), true);
}

function check_admin_referer()
{
}

function wp_get_referer()
{
    return '/before';
}

function wp_safe_redirect($url)
{
    echo "redirect $url\n";
}

function wp_remote_request($url, $request)
{
    $headers = array();
    foreach ($request['headers'] as $name => $value) {
        $headers[] = "$name: $value";
    }
    $http = array(
        'method' => $request['method'] ?? 'GET',
        'header' => $headers,
        'content' => $request['body'] ?? '',
        'timeout' => $request['timeout'],
        'ignore_errors' => true,
    );
    $body = @file_get_contents($url, false, stream_context_create(array('http' => $http)));
    return $body === false ? new WP_Error('http', 'connection refused') : array('body' => $body);
}

function wp_remote_retrieve_body($response)
{
    return $response['body'];
}

class WP_Error
{
    public $messages = array();

    public function __construct($code = '', $message = '')
    {
        $this->messages = $code === '' ? array() : array($code => $message);
    }

    public function add($code, $message)
    {
        $this->messages[$code] = $message;
    }

    public function get_error_message()
    {
        return reset($this->messages);
    }
}

function is_wp_error($value)
{
    return $value instanceof WP_Error;
}

class WC_Admin_Settings
{
    public static function add_message($text)
    {
        $GLOBALS['shop']->messages[] = $text;
    }

    public static function add_error($text)
    {
        $GLOBALS['shop']->messages[] = "error: $text";
    }
}

/** Shows the fields of a settings page: those that WooCommerce does not know show themselves. Titles have an action. */
function woocommerce_admin_fields($fields)
{
    static $depth = 0;
    if (1 < ++$depth) {
        throw new Exception('the page shows itself');
    }
    foreach ($fields as $field) {
        echo json_encode($field), "\n";
        do_action($field['type'] === 'title' ? "woocommerce_settings_{$field['id']}" : "woocommerce_admin_field_{$field['type']}", $field);
    }
    $depth--;
}

/** Stores what was sent, as WooCommerce does. */
function woocommerce_update_options($fields)
{
    foreach ($fields as $field) {
        if (!isset($field['id']) || in_array($field['type'], array('title', 'sectionend'), true)) {
            continue;
        }
        $sent = $_POST[$field['id']] ?? ($field['type'] === 'multiselect' ? array() : '');
        $value = $field['type'] === 'checkbox' ? ($sent === '1' ? 'yes' : 'no') : $sent;
        update_option($field['id'], apply_filters("woocommerce_admin_settings_sanitize_option_{$field['id']}", $value));
    }
}

/** Saves an address in My account, as WooCommerce does since 9.8.1: a field that was not sent gets an empty text. */
function save_billing_address($customer, $sent)
{
    $_POST = $sent;
    $customer->meta = array_merge($customer->meta, array_diff_key($sent, array('billing_country' => true)));
    $values = array();
    foreach ($GLOBALS['shop']->fields as $field) {
        $values[$field['id']] = $field['sanitize_callback']($sent["_wc_billing/{$field['id']}"] ?? '');
    }
    $errors = new WP_Error();
    do_action('woocommerce_blocks_validate_location_address_fields', $errors, $values, 'billing');
    foreach ($errors->messages ? array() : $values as $id => $value) {
        do_action('woocommerce_set_additional_field_value', $id, $value, 'billing', $customer);
        $customer->update_meta_data("_wc_billing/$id", $value);
    }
    return $errors;
}

/** The fields of the checkout block, in the place in which WooCommerce keeps them. */
class Checkout_Fields
{
    public static function container()
    {
        return new self();
    }

    public function get()
    {
        return $this;
    }

    public function get_additional_fields()
    {
        return array_column($GLOBALS['shop']->fields, null, 'id');
    }
}
class_alias('Checkout_Fields', 'Automattic\WooCommerce\Blocks\Package');
class_alias('Checkout_Fields', 'Automattic\WooCommerce\Blocks\Domain\Services\CheckoutFields');

function woocommerce_register_additional_checkout_field($field)
{
    $GLOBALS['shop']->fields[] = $field;
}

class WC_Countries
{
    public function get_countries()
    {
        return array('CZ' => 'Czech Republic', 'DE' => 'Germany', 'SK' => 'Slovakia');
    }

    /** Some plugins add a field beside the name of the company, which new shops hide. */
    public function get_address_fields($country, $start)
    {
        $isHidden = get_option('woocommerce_checkout_company_field', 'hidden') === 'hidden';
        return apply_filters('woocommerce_billing_fields', $isHidden ? array() : array('billing_company' => array()), $country);
    }

    public function get_base_country()
    {
        return 'SK';
    }
}

class WC_Checkout
{
    public function get_checkout_fields($group)
    {
        $fields = array('billing' => WC()->countries->get_address_fields('SK', 'billing_'));
        return apply_filters('woocommerce_checkout_fields', $fields)[$group];
    }
}

class WC_Data
{
    public $meta = array();

    public function __construct($meta = array())
    {
        $this->meta = $meta;
    }

    public function get_meta($name)
    {
        return $this->meta[$name] ?? '';
    }

    public function update_meta_data($name, $value)
    {
        $this->meta[$name] = $value;
    }

    public function delete_meta_data($name)
    {
        unset($this->meta[$name]);
    }
}

class WC_Customer extends WC_Data
{
    public $country = 'SK';

    public function get_billing_country()
    {
        return $this->country;
    }
}

class WC_Order extends WC_Data
{
    public $createdVia = 'checkout';

    public function get_created_via()
    {
        return $this->createdVia;
    }
}

class WooCommerce
{
    public $countries;
    public $customer;
    /** The pages of the owner have none. */
    public $cart;

    public function __construct()
    {
        $this->countries = new WC_Countries();
        $this->customer = new WC_Customer();
    }

    public function checkout()
    {
        return new WC_Checkout();
    }
}

function WC()
{
    static $woocommerce;
    $woocommerce ??= new WooCommerce();
    return $woocommerce;
}
