<?php
/**
 * Brings the scripts to pages with an address form.
 */

namespace Regista\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** How the registers of addresses want to be named, until an answer of the server says it. */
const SOURCES = 'Ministerstvo vnútra SR — Register adries, CC BY 4.0; ČÚZK';

const PAUSE_MAX_MS = 2000;

/** WooCommerce prefers the first provider until the owner chooses. */
function add_provider( $providers ) {
	if ( ! is_on( 'addresses' ) || ! class_exists( 'WC_Address_Provider' ) ) {
		return $providers;
	}
	require_once __DIR__ . '/provider.php';
	return array_merge( array( Provider::class ), (array) $providers );
}
add_filter( 'woocommerce_address_providers', __NAMESPACE__ . '\add_provider' );

/** Whether people enter an address on this page. */
function has_address_form(): bool {
	$is_checkout = is_checkout() || has_block( 'woocommerce/checkout' );
	$has_form    = $is_checkout
		? ! is_wc_endpoint_url( 'order-received' ) && ! is_wc_endpoint_url( 'order-pay' )
		: is_wc_endpoint_url( 'edit-address' ) && '' !== get_query_var( 'edit-address' );
	/** Another page of the shop may have such a form. */
	return (bool) apply_filters( 'regista_has_address_form', $has_form );
}

/** What the script has to know. */
function read_script_settings(): array {
	return array(
		'server'         => setting( 'server' ),
		'clientId'       => setting( 'client_id' ),
		'countries'      => array_map( 'strtolower', list_countries() ),
		'country'        => strtolower( WC()->countries->get_base_country() ),
		'addresses'      => is_on( 'addresses' ),
		'company'        => is_on( 'company' ),
		'companyAddress' => is_on( 'company_address' ),
		'companyFields'  => list_field_selectors(),
		'scopes'         => list_scopes(),
		'hint'           => is_on( 'hint' ),
		'pause'          => max( 0, min( PAUSE_MAX_MS, (int) setting( 'pause' ) ) ),
		'position'       => is_on( 'position' ),
		// WooCommerce registers it only while its option is on.
		'provider'       => wp_script_is( 'wc-address-autocomplete-common', 'registered' ),
		'block'          => has_block( 'woocommerce/checkout' ),
		'allNumbers'     => __( 'all numbers', 'regista-for-woocommerce' ),
		'leftOut'        => __( 'part of the text was not found', 'regista-for-woocommerce' ),
	);
}

function enqueue_scripts(): void {
	$is_wanted = is_on( 'addresses' ) || is_on( 'company' );
	if ( ! $is_wanted || ! function_exists( 'is_checkout' ) ) {
		return;
	}
	if ( ! has_address_form() ) {
		// WooCommerce loads them on every page of the shop. What depends on them still brings them along.
		wp_dequeue_script( 'wc-address-autocomplete' );
		wp_dequeue_script( 'wc-address-autocomplete-common' );
		return;
	}
	// The two files of an earlier guide would fill the same fields.
	wp_dequeue_script( 'regista-checkout' );
	wp_dequeue_script( 'regista' );

	$settings = read_script_settings();
	$after    = $settings['provider'] ? array( 'wc-address-autocomplete-common' ) : array();
	if ( $settings['block'] ) {
		// Without them WooCommerce warns in the console, and its checkout does not learn of the provider.
		array_push( $after, 'wc-settings', 'wc-blocks-data-store' );
	}
	$after = array_filter( $after, fn( $handle ) => wp_script_is( $handle, 'registered' ) );
	$url   = plugins_url( 'assets/', FILE );
	wp_enqueue_script( 'regista-widgets', $url . 'regista.min.js', array(), VERSION, true );
	$after[] = 'regista-widgets';
	wp_enqueue_script( 'regista-for-woocommerce', $url . 'checkout.js', array_values( $after ), VERSION, true );
	$code = 'var registaForWooCommerce = ' . wp_json_encode( $settings ) . ';';
	wp_add_inline_script( 'regista-for-woocommerce', $code, 'before' );
}
// After WooCommerce, which registers its scripts at 10.
add_action( 'wp_enqueue_scripts', __NAMESPACE__ . '\enqueue_scripts', 20 );
