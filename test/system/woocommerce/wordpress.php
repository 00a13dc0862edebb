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

function wp_parse_url($url)
{
    return parse_url($url);
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
    return $body === false ? new WP_Error() : array('body' => $body);
}

function wp_remote_retrieve_body($response)
{
    return $response['body'];
}

class WP_Error
{
    public function get_error_message()
    {
        return 'connection refused';
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

    public function get_base_country()
    {
        return 'SK';
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
}

class WC_Order extends WC_Data
{
    public $createdVia = 'checkout';

    public function get_created_via()
    {
        return $this->createdVia;
    }
}

function WC()
{
    static $woocommerce;
    $woocommerce ??= (object) array('countries' => new WC_Countries(), 'customer' => new WC_Customer());
    return $woocommerce;
}
