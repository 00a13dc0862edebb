<?php
/**
 * WooCommerce → Settings → Regista.
 */

namespace Regista\WooCommerce;

defined( 'ABSPATH' ) || exit;

function settings_url(): string {
	return admin_url( 'admin.php?page=wc-settings&tab=regista' );
}

function list_fields(): array {
	/* translators: %s: origin of the shop */
	$introduction = __( 'The operator of your Regista server has the address and the client id, and allows pages of %s. What is typed into the fields of the form is sent to this server.', 'regista-for-woocommerce' );
	$countries    = array_intersect_key( WC()->countries->get_countries(), array_flip( DEFAULTS['countries'] ) );
	$found        = find_other_fields();
	$options      = array(
		'countries'     => $countries,
		'company_field' => array( '' => __( 'of Regista', 'regista-for-woocommerce' ) ) + list_field_names( $found ),
	);

	$rows   = array(
		array( 'server', 'text', __( 'Address of the server', 'regista-for-woocommerce' ), 'https://regista.example.com' ),
		array( 'client_id', 'text', __( 'Client id', 'regista-for-woocommerce' ), 'rgp_0123456789abcdef0123456789abcdef' ),
		array( 'countries', 'multiselect', __( 'Countries', 'regista-for-woocommerce' ) ),
		array( 'addresses', 'checkbox', __( 'Addresses', 'regista-for-woocommerce' ), __( 'Complete addresses', 'regista-for-woocommerce' ) ),
		array( 'company', 'checkbox', __( 'Companies', 'regista-for-woocommerce' ), __( 'Show the company number and complete companies', 'regista-for-woocommerce' ), __( 'The name of the company is shown too, if WooCommerce hides it.', 'regista-for-woocommerce' ) ),
		array( 'company_address', 'checkbox', '', __( 'Fill in the address of the company', 'regista-for-woocommerce' ), __( 'It costs 10 units for each picked company. The operator has to allow companies:read in browsers.', 'regista-for-woocommerce' ) ),
		array( 'company_field', 'select', __( 'Company number is in the field', 'regista-for-woocommerce' ), '', __( 'If another plugin has such a field and makes invoices of it, choose it. Regista then adds none of its own.', 'regista-for-woocommerce' ) ),
		array( 'position', 'checkbox', __( 'Position', 'regista-for-woocommerce' ), __( 'Places near the customer come first', 'regista-for-woocommerce' ), __( 'Only if the browser already gives the position to your shop. Nobody is asked. It is rounded to a kilometre.', 'regista-for-woocommerce' ) ),
		array( 'hint', 'checkbox', __( 'Hint', 'regista-for-woocommerce' ), __( 'Empty address fields say that beginnings of words are enough', 'regista-for-woocommerce' ) ),
		array( 'pause', 'number', __( 'Pause before a search', 'regista-for-woocommerce' ), __( 'as the customer types', 'regista-for-woocommerce' ), __( 'In milliseconds. Empty: 1.4 times as long as the customer needs for a key. Each search costs a unit.', 'regista-for-woocommerce' ) ),
	);
	$fields = array( array( 'id' => 'regista_options', 'type' => 'title', 'title' => 'Regista', 'desc' => sprintf( $introduction, esc_html( shop_origin() ) ) ) );
	// In one row: a row without a title would have an empty heading.
	$groups = array( 'company' => 'start', 'company_address' => 'end' );
	foreach ( $rows as $row ) {
		list( $name, $type, $title, $text, $explanation ) = array_pad( $row, 5, '' );
		$fields[] = array_filter(
			array(
				'id'                => 'regista_' . $name,
				'type'              => $type,
				'title'             => $title,
				'default'           => 'company_field' === $name ? (string) key( $found ) : DEFAULTS[ $name ],
				'class'             => 'multiselect' === $type ? 'wc-enhanced-select' : '',
				'options'           => $options[ $name ] ?? null,
				'custom_attributes' => 'number' === $type ? array( 'min' => 0, 'max' => PAUSE_MAX_MS ) : null,
				'placeholder'       => 'checkbox' === $type ? '' : $text,
				'desc'              => 'checkbox' === $type ? $text : '',
				'desc_tip'          => $explanation,
				'checkboxgroup'     => $groups[ $name ] ?? null,
			)
		);
	}
	// The test has no id, so WooCommerce stores nothing. With the id of the tab, the title would show the tab again.
	return array_merge( $fields, array( array( 'type' => 'regista_test' ), array( 'id' => 'regista_options', 'type' => 'sectionend' ) ) );
}

/** The names of fields for the owner: also the chosen one while its plugin is off, and one that code of a shop may add. */
function list_field_names( array $fields ): array {
	$chosen = array_intersect_key( list_known_fields(), array( setting( 'company_field' ) => true, 'billing_ico' => true ) );
	$names  = array();
	foreach ( $fields + $chosen as $name => list( $plugin ) ) {
		$names[ $name ] = '' === $plugin ? $name : "$plugin ($name)";
	}
	return $names;
}

add_filter( 'woocommerce_settings_tabs_array', fn( $tabs ) => $tabs + array( 'regista' => 'Regista' ), 50 );
add_action( 'woocommerce_settings_regista', fn() => woocommerce_admin_fields( list_fields() ) );

function show_test_button(): void {
	printf(
		'<tr><th scope="row" class="titledesc">%s</th><td class="submit"><button type="submit" name="save" value="regista-test" class="button">%s</button><p class="description">%s</p></td></tr>',
		esc_html__( 'Test', 'regista-for-woocommerce' ),
		esc_html__( 'Save and test', 'regista-for-woocommerce' ),
		esc_html__( 'A test costs one unit for each country, for addresses and for companies.', 'regista-for-woocommerce' )
	);
}
add_action( 'woocommerce_admin_field_regista_test', __NAMESPACE__ . '\show_test_button' );

/** WooCommerce has checked the nonce and the permission. */
function save_settings(): void {
	woocommerce_update_options( list_fields() );
	// phpcs:ignore WordPress.Security.NonceVerification.Missing
	if ( 'regista-test' !== sanitize_key( wp_unslash( $_POST['save'] ?? '' ) ) ) {
		return;
	}
	$problem = find_problem();
	if ( '' === $problem ) {
		\WC_Admin_Settings::add_message( __( 'Regista answers. Everything works.', 'regista-for-woocommerce' ) );
	} else {
		\WC_Admin_Settings::add_error( $problem );
	}
}
add_action( 'woocommerce_update_options_regista', __NAMESPACE__ . '\save_settings' );

/** A server without a scheme is one with https: WordPress would empty `shop.example:8443`. Some paste a path of the API. */
function clean_server( $value ): string {
	$value = preg_replace( '#(/v1(/.*)?|/+)$#', '', trim( (string) $value ) );
	return esc_url_raw( '' === $value || preg_match( '#^https?://#i', $value ) ? $value : "https://$value" );
}
add_filter( 'woocommerce_admin_settings_sanitize_option_regista_server', __NAMESPACE__ . '\clean_server' );
