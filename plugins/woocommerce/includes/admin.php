<?php
/**
 * What the owner of the shop is told outside of the settings page.
 */

namespace Regista\WooCommerce;

defined( 'ABSPATH' ) || exit;

const SWITCH_ON = 'regista_switch_on';

/** Returns the text of a notice and the link below it, or nothing. */
function find_notice(): array {
	if ( is_plugin_active( 'regista-checkout/regista-checkout.php' ) ) {
		$text = __( 'The plugin of two files from the guide (Address completion at the checkout) is not needed any more. Deactivate and delete it.', 'regista-for-woocommerce' );
		return array( $text, admin_url( 'plugins.php' ), __( 'Plugins', 'regista-for-woocommerce' ) );
	}
	if ( '' === setting( 'server' ) || '' === setting( 'client_id' ) ) {
		$text = __( 'Enter the address of your server and the client id, and the checkout completes addresses.', 'regista-for-woocommerce' );
		return array( $text, settings_url(), __( 'Settings', 'regista-for-woocommerce' ) );
	}
	if ( is_on( 'company' ) && false === get_option( 'regista_company_field' ) && find_other_fields() ) {
		$text = __( 'The shop already has a field for the company number. Choose it in the settings, or the checkout has two.', 'regista-for-woocommerce' );
		return array( $text, settings_url(), __( 'Settings', 'regista-for-woocommerce' ) );
	}
	$is_off = 'yes' !== get_option( 'woocommerce_address_autocomplete_enabled', 'no' );
	if ( $is_off && is_on( 'addresses' ) && class_exists( 'WC_Address_Provider' ) ) {
		$text = __( 'The address autocomplete of WooCommerce is off, so Regista shows a list of its own.', 'regista-for-woocommerce' );
		$url  = wp_nonce_url( admin_url( 'admin-post.php?action=' . SWITCH_ON ), SWITCH_ON );
		return array( $text, $url, __( 'Switch it on', 'regista-for-woocommerce' ) );
	}
	return array();
}

function show_notice(): void {
	$screen  = get_current_screen();
	$is_near = $screen && preg_match( '/^(dashboard|plugins|.*woocommerce.*)$/', $screen->id );
	$notice  = $is_near && current_user_can( 'manage_woocommerce' ) ? find_notice() : array();
	if ( $notice ) {
		printf(
			'<div class="notice notice-warning"><p><strong>Regista for WooCommerce</strong>: %s</p><p><a class="button" href="%s">%s</a></p></div>',
			esc_html( $notice[0] ),
			esc_url( $notice[1] ),
			esc_html( $notice[2] )
		);
	}
}
add_action( 'admin_notices', __NAMESPACE__ . '\show_notice' );

function switch_on(): void {
	check_admin_referer( SWITCH_ON );
	if ( current_user_can( 'manage_woocommerce' ) ) {
		update_option( 'woocommerce_address_autocomplete_enabled', 'yes' );
	}
	wp_safe_redirect( wp_get_referer() ? wp_get_referer() : settings_url() );
	exit;
}
add_action( 'admin_post_' . SWITCH_ON, __NAMESPACE__ . '\switch_on' );

function add_settings_link( $links ) {
	$link = sprintf( '<a href="%s">%s</a>', esc_url( settings_url() ), esc_html__( 'Settings', 'regista-for-woocommerce' ) );
	return array_merge( array( $link ), $links );
}
add_filter( 'plugin_action_links_' . plugin_basename( FILE ), __NAMESPACE__ . '\add_settings_link' );
