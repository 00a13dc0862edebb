<?php
/**
 * The number of a company in both checkouts. Orders of both keep it under the key of WooCommerce's additional fields, so
 * that My account, REST and exports find it in one place.
 */

namespace Regista\WooCommerce;

defined( 'ABSPATH' ) || exit;

const COMPANY_NUMBER = '_wc_billing/regista/ico';

function company_number_label(): string {
	return __( 'Company number (IČO)', 'regista-for-woocommerce' );
}

function clean_company_number( $number ): string {
	return preg_replace( '/\s+/', '', sanitize_text_field( (string) $number ) );
}

/** New shops hide the name of the company, and a number alone is no invoice. */
function show_company_name( $visibility ) {
	return is_admin() || 'required' === $visibility || ! is_on( 'company' ) ? $visibility : 'optional';
}
add_filter( 'option_woocommerce_checkout_company_field', __NAMESPACE__ . '\show_company_name' );
add_filter( 'default_option_woocommerce_checkout_company_field', __NAMESPACE__ . '\show_company_name' );

/** The checkout block and My account. WooCommerce stores the field, and shows it in orders and e-mails. */
function register_block_field(): void {
	if ( is_on( 'company' ) && function_exists( 'woocommerce_register_additional_checkout_field' ) ) {
		woocommerce_register_additional_checkout_field(
			array(
				'id'                => 'regista/ico',
				'label'             => company_number_label(),
				'location'          => 'address',
				'sanitize_callback' => __NAMESPACE__ . '\clean_company_number',
			)
		);
	}
}
add_action( 'woocommerce_init', __NAMESPACE__ . '\register_block_field' );

/** The classic checkout. */
function add_classic_field( $fields ) {
	if ( is_on( 'company' ) ) {
		$field = array( 'label' => company_number_label(), 'class' => array( 'form-row-wide' ), 'priority' => 31 );

		$fields['billing']['billing_ico'] = $field;
	}
	return $fields;
}
add_filter( 'woocommerce_checkout_fields', __NAMESPACE__ . '\add_classic_field' );

function read_classic_field( $value, $name ) {
	$number = 'billing_ico' === $name && WC()->customer ? WC()->customer->get_meta( COMPANY_NUMBER ) : '';
	return '' === $number ? $value : $number;
}
add_filter( 'woocommerce_checkout_get_value', __NAMESPACE__ . '\read_classic_field', 10, 2 );

/** Moves the number of the classic checkout to the key of the block, in an order and in a customer. */
function keep_company_number( $subject, $posted ): void {
	if ( isset( $posted['billing_ico'] ) ) {
		$subject->delete_meta_data( $subject instanceof \WC_Order ? '_billing_ico' : 'billing_ico' );
		$number = clean_company_number( $posted['billing_ico'] );
		if ( '' === $number ) {
			$subject->delete_meta_data( COMPANY_NUMBER );
		} else {
			$subject->update_meta_data( COMPANY_NUMBER, $number );
		}
	}
}
add_action( 'woocommerce_checkout_create_order', __NAMESPACE__ . '\keep_company_number', 10, 2 );
add_action( 'woocommerce_checkout_update_customer', __NAMESPACE__ . '\keep_company_number', 10, 2 );

/** WooCommerce shows additional fields only in orders of its checkout block. */
function is_shown_by_us( $order ): bool {
	return $order instanceof \WC_Order && 'store-api' !== $order->get_created_via();
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

/** Editing an order. Its formatted address shows the number. */
function add_admin_field( $fields, $order = null ) {
	if ( is_shown_by_us( $order ) && ( is_on( 'company' ) || $order->get_meta( COMPANY_NUMBER ) ) ) {
		$fields['ico'] = array(
			'id'              => '_billing_ico',
			'label'           => company_number_label(),
			'value'           => $order->get_meta( COMPANY_NUMBER ),
			'show'            => false,
			'update_callback' => fn( $id, $value, $edited ) => keep_company_number( $edited, array( 'billing_ico' => $value ) ),
		);
	}
	return $fields;
}
add_filter( 'woocommerce_admin_billing_fields', __NAMESPACE__ . '\add_admin_field', 10, 2 );
