<?php
/**
 * Plugin Name: Regista for WooCommerce
 * Description: Completes Slovak and Czech addresses and companies at the checkout, from your Regista server.
 * Version: 0.0.0
 * Author: The authors of Regista
 * Requires at least: 6.5
 * Requires PHP: 7.4
 * Requires Plugins: woocommerce
 * WC requires at least: 8.9
 * WC tested up to: 11.0
 * License: GPL-2.0-or-later
 * License URI: https://www.gnu.org/licenses/gpl-2.0.html
 * Text Domain: regista-for-woocommerce
 * Domain Path: /languages
 * Update URI: false
 */

namespace Regista\WooCommerce;

defined( 'ABSPATH' ) || exit;

const VERSION = '0.0.0';
const FILE    = __FILE__;

/** The options, without their prefix, and what they are before anything is saved. */
const DEFAULTS = array(
	'server'          => '',
	'client_id'       => '',
	'countries'       => array( 'SK', 'CZ' ),
	'addresses'       => 'yes',
	'company'         => 'yes',
	'company_address' => 'no',
	'company_field'   => '',
	'position'        => 'no',
	'hint'            => 'yes',
	'pause'           => '',
);

/** A weekly event that reads how the registers want to be named: some of these texts have a year. */
const REFRESH = 'regista_refresh_attribution';

foreach ( array( 'admin', 'company', 'company-fields', 'connection', 'forms', 'settings' ) as $regista_file ) {
	require_once __DIR__ . "/includes/$regista_file.php";
}

/** Reads a setting. */
function setting( string $name ) {
	return get_option( 'regista_' . $name, DEFAULTS[ $name ] );
}

/** Whether the owner has entered a server, and this is switched on. */
function is_on( string $name ): bool {
	return '' !== setting( 'server' ) && '' !== setting( 'client_id' ) && 'yes' === setting( $name );
}

function declare_compatibility(): void {
	foreach ( array( 'custom_order_tables', 'cart_checkout_blocks' ) as $feature ) {
		\Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility( $feature, FILE, true );
	}
}
add_action( 'before_woocommerce_init', __NAMESPACE__ . '\declare_compatibility' );

// Before WooCommerce begins, because it wants the label of the company number.
$regista_languages = dirname( plugin_basename( FILE ) ) . '/languages';
add_action( 'init', fn() => load_plugin_textdomain( 'regista-for-woocommerce', false, $regista_languages ), -1 );

add_action( REFRESH, __NAMESPACE__ . '\find_problem' );
register_activation_hook( FILE, fn() => wp_schedule_event( time() + HOUR_IN_SECONDS, 'weekly', REFRESH ) );
register_deactivation_hook( FILE, fn() => wp_clear_scheduled_hook( REFRESH ) );
