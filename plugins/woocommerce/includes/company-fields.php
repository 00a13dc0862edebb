<?php
/**
 * Fields for the company number that other plugins have: their invoices read only their own.
 */

namespace Regista\WooCommerce;

defined( 'ABSPATH' ) || exit;

/**
 * By the name of the field in the classic checkout: the name of the plugin, and its fields for number and name in the
 * checkout block. Without them, the block has the field of Regista, and the number is stored for both.
 */
const OTHER_FIELDS = array(
	'billing_ic'            => array( 'Kybernaut IČO DIČ', '', '' ),
	'billing_company_wi_id' => array( 'SuperFaktúra', 'superfaktura/billing-company-wi-id', 'superfaktura/billing-company' ),
	'billing_ico'           => array( '', '', '' ),
);

/** Fields that are known. Another plugin adds its own in the same form. */
function list_known_fields(): array {
	return (array) apply_filters( 'regista_company_fields', OTHER_FIELDS );
}

/** Known fields that the classic checkout has, without those that come by `woocommerce_checkout_fields`. */
function find_other_fields(): array {
	// Some are there only beside the name of the company, which WooCommerce may hide.
	$show = fn() => 'optional';
	add_filter( 'pre_option_woocommerce_checkout_company_field', $show );
	try {
		$fields = WC()->countries->get_address_fields( 'SK', 'billing_' );
	} catch ( \Throwable $error ) {
		// Code of a shop may ask for the cart, which the pages of the owner do not have.
		$fields = array();
	} finally {
		remove_filter( 'pre_option_woocommerce_checkout_company_field', $show );
	}
	return array_intersect_key( list_known_fields(), $fields );
}

/** The field that the owner has chosen, and its two fields of the block; empty without one. */
function chosen_field(): array {
	$name  = setting( 'company_field' );
	$known = list_known_fields();
	return isset( $known[ $name ] ) ? array( $name, $known[ $name ][1], $known[ $name ][2] ) : array( '', '', '' );
}

/** Whether the checkout block of this page has this field. Some plugins register theirs only for customers. */
function has_block_field( string $id ): bool {
	$checkout = \Automattic\WooCommerce\Blocks\Domain\Services\CheckoutFields::class;
	return class_exists( $checkout ) && isset( \Automattic\WooCommerce\Blocks\Package::container()->get( $checkout )->get_additional_fields()[ $id ] );
}

/** Selectors of the number and the name, in the classic checkout and in the block, in whichever part of it they are. */
function list_field_selectors(): array {
	list( $name, $number, $company ) = chosen_field();

	$select = fn( $id ) => implode( ', ', array_map( fn( $part ) => "#$part-" . str_replace( '/', '-', $id ), array( 'contact', 'billing', 'shipping' ) ) );
	$pairs  = array(
		// Ours is there while the plugin of the chosen one is off.
		$name   => array( implode( ', ', array_unique( array( "#$name", '#billing_ico', '[name="_wc_billing/regista/ico"]' ) ) ), '#billing_company' ),
		$number => array( $select( $number ), $select( '' === $company ? 'company' : $company ) ),
	);
	return array_values( array_diff_key( $pairs, array( '' => true ) ) );
}

/** The fault of a number; nothing for other countries. Only digits are counted: some old ones fail the check digit. */
function find_number_problem( $number, $country ): string {
	$is_right = '' === $number || preg_match( '/^\d{8}$/', $number ) || ! in_array( $country, DEFAULTS['countries'], true );
	return $is_right ? '' : __( 'A company number (IČO) has eight digits.', 'regista-for-woocommerce' );
}
