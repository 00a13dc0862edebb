<?php
/**
 * The number of a company in both checkouts. Orders of both keep it under the key of WooCommerce's additional fields, so
 * that My account, REST and exports find it in one place.
 */

namespace Regista\WooCommerce;

defined( 'ABSPATH' ) || exit;

const BLOCK_FIELD    = 'regista/ico';
const COMPANY_NUMBER = '_wc_billing/regista/ico';
/** Custom fields show it, also without this plugin. */
const SHOWN_NUMBER = 'billing_ico';

function company_number_label(): string {
	return __( 'Company number (IČO)', 'regista-for-woocommerce' );
}

/** Old numbers are written with fewer digits. */
function clean_company_number( $number ): string {
	$number = preg_replace( '/\s+/u', '', sanitize_text_field( (string) $number ) ) ?? '';
	return preg_match( '/^\d{6,7}$/', $number ) ? str_pad( $number, 8, '0', STR_PAD_LEFT ) : $number;
}

/** New shops hide the name of the company, and a number alone is no invoice. */
function show_company_name( $visibility ) {
	return is_admin() || 'required' === $visibility || ! is_on( 'company' ) ? $visibility : 'optional';
}
add_filter( 'option_woocommerce_checkout_company_field', __NAMESPACE__ . '\show_company_name' );
add_filter( 'default_option_woocommerce_checkout_company_field', __NAMESPACE__ . '\show_company_name' );

/** The checkout block and My account. WooCommerce stores the field, and shows it in orders and e-mails. */
function register_block_field(): void {
	list( $name, $other ) = chosen_field();
	if ( ! is_on( 'company' ) || ! function_exists( 'woocommerce_register_additional_checkout_field' ) || ( '' !== $other && ( is_admin() || has_block_field( $other ) ) ) ) {
		return;
	}
	woocommerce_register_additional_checkout_field(
		array(
			'id'                => BLOCK_FIELD,
			'label'             => company_number_label(),
			'location'          => 'address',
			'sanitize_callback' => __NAMESPACE__ . '\clean_company_number',
		)
	);
	if ( '' !== $name ) {
		// Its customers have it in the field of the other plugin, and so has My account.
		$read   = fn( $value, $group, $subject ) => 'billing' === $group ? $subject->get_meta( $name ) : $value;
		add_filter( 'woocommerce_get_default_value_for_' . BLOCK_FIELD, $read, 10, 3 );
		$remove = fn( $fields ) => array_diff_key( $fields, isset( $fields[ $name ] ) ? array( COMPANY_NUMBER => true ) : array() );
		add_filter( 'woocommerce_address_to_edit', $remove, 20 );
	}
}
add_action( 'woocommerce_init', __NAMESPACE__ . '\register_block_field' );

/** WooCommerce gives the country only in the checkout. My account sends it. */
function check_block_field( $errors, $fields, $group ): void {
	// phpcs:ignore WordPress.Security.NonceVerification.Missing
	$sent    = sanitize_text_field( wp_unslash( $_POST[ $group . '_country' ] ?? '' ) );
	$country = $fields['country'] ?? ( '' !== $sent || ! WC()->customer ? $sent : WC()->customer->get_billing_country() );
	$problem = find_number_problem( clean_company_number( $fields[ BLOCK_FIELD ] ?? '' ), $country );
	if ( '' !== $problem ) {
		$errors->add( 'regista_company_number', $problem );
	}
}
add_action( 'woocommerce_blocks_validate_location_address_fields', __NAMESPACE__ . '\check_block_field', 10, 3 );

/** The number of a block goes where other plugins read it, or where the owner sees it without this plugin. */
function copy_block_number( $id, $number, $group, $subject ): void {
	$name = chosen_field()[0];
	// My account has sent the field of the other plugin, and WooCommerce empties each field that was not sent.
	// phpcs:ignore WordPress.Security.NonceVerification.Missing
	if ( BLOCK_FIELD !== $id || 'billing' !== $group || ( '' !== $name && isset( $_POST[ $name ] ) ) ) {
		return;
	}
	$is_order = $subject instanceof \WC_Order;
	foreach ( array_filter( $is_order ? array( '' === $name ? SHOWN_NUMBER : "_$name", $name ) : array( $name ) ) as $key ) {
		if ( $is_order && '' === $number ) {
			$subject->delete_meta_data( $key );
		} else {
			$subject->update_meta_data( $key, $number );
		}
	}
}
add_action( 'woocommerce_set_additional_field_value', __NAMESPACE__ . '\copy_block_number', 10, 4 );

/** The classic checkout. The plugin of the chosen field may be gone, and a shop may have a field with our name. */
function add_classic_field( $fields ) {
	if ( is_on( 'company' ) && ! array_intersect_key( $fields['billing'] ?? array(), array( 'billing_ico' => true, chosen_field()[0] => true ) ) ) {
		$field = array( 'label' => company_number_label(), 'class' => array( 'form-row-wide' ), 'priority' => 31, 'is_regista' => true );

		$fields['billing']['billing_ico'] = $field;
	}
	return $fields;
}
// After those of others.
add_filter( 'woocommerce_checkout_fields', __NAMESPACE__ . '\add_classic_field', 100 );

/** Whether `billing_ico` of the classic checkout is ours. */
function is_own_field(): bool {
	return isset( WC()->checkout()->get_checkout_fields( 'billing' )['billing_ico']['is_regista'] );
}

function check_classic_field( $posted, $errors ): void {
	$number  = is_own_field() ? clean_company_number( $posted['billing_ico'] ?? '' ) : '';
	$problem = find_number_problem( $number, $posted['billing_country'] ?? '' );
	if ( '' !== $problem ) {
		$errors->add( 'regista_company_number', $problem, array( 'id' => 'billing_ico' ) );
	}
}
add_action( 'woocommerce_after_checkout_validation', __NAMESPACE__ . '\check_classic_field', 10, 2 );

function read_classic_field( $value, $name ) {
	$number = 'billing_ico' === $name && is_own_field() && WC()->customer ? WC()->customer->get_meta( COMPANY_NUMBER ) : '';
	return '' === $number ? $value : $number;
}
add_filter( 'woocommerce_checkout_get_value', __NAMESPACE__ . '\read_classic_field', 10, 2 );

/** Moves the number of the classic checkout to the key of the block, in an order and in a customer. */
function keep_company_number( $subject, $posted ): void {
	if ( isset( $posted['billing_ico'] ) && is_own_field() ) {
		store_company_number( $subject, $posted['billing_ico'] );
	} elseif ( isset( $posted[ chosen_field()[0] ] ) && $subject instanceof \WC_Customer ) {
		// It would stand in the block in place of the newer number.
		$subject->delete_meta_data( COMPANY_NUMBER );
	}
}
add_action( 'woocommerce_checkout_create_order', __NAMESPACE__ . '\keep_company_number', 10, 2 );
add_action( 'woocommerce_checkout_update_customer', __NAMESPACE__ . '\keep_company_number', 10, 2 );

function store_company_number( $subject, $number ): void {
	$number = clean_company_number( $number );
	foreach ( array( '_billing_ico', SHOWN_NUMBER, COMPANY_NUMBER ) as $key ) {
		$subject->delete_meta_data( $key );
	}
	if ( '' !== $number ) {
		$subject->update_meta_data( COMPANY_NUMBER, $number );
		if ( $subject instanceof \WC_Order ) {
			$subject->update_meta_data( SHOWN_NUMBER, $number );
		}
	}
}

/** WooCommerce shows additional fields only in orders of its checkout block, and while they are registered. */
function is_shown_by_us( $order ): bool {
	return $order instanceof \WC_Order && ( 'store-api' !== $order->get_created_via() || ! has_block_field( BLOCK_FIELD ) );
}

/** The order, its page, and e-mails. */
function add_to_formatted_address( $address, $order ) {
	$number = is_shown_by_us( $order ) ? $order->get_meta( COMPANY_NUMBER ) : '';
	if ( '' !== $number && is_array( $address ) ) {
		$lines              = array( $address['company'] ?? '', company_number_label() . ': ' . $number );
		$address['company'] = implode( "\n", array_filter( $lines ) );
	}
	return $address;
}
add_filter( 'woocommerce_order_formatted_billing_address', __NAMESPACE__ . '\add_to_formatted_address', 10, 2 );

/** Editing an order. Its formatted address shows the number. A field of the shop keeps its own. */
function add_admin_field( $fields, $order = null ) {
	if ( is_shown_by_us( $order ) && ! isset( $fields['ico'] ) && '' === $order->get_meta( '_billing_ico' ) && ( ( is_on( 'company' ) && '' === chosen_field()[0] ) || $order->get_meta( COMPANY_NUMBER ) ) ) {
		$fields['ico'] = array(
			'id'              => '_billing_ico',
			'label'           => company_number_label(),
			'value'           => $order->get_meta( COMPANY_NUMBER ),
			'show'            => false,
			'update_callback' => fn( $id, $value, $edited ) => store_company_number( $edited, $value ),
		);
	}
	return $fields;
}
add_filter( 'woocommerce_admin_billing_fields', __NAMESPACE__ . '\add_admin_field', 10, 2 );
