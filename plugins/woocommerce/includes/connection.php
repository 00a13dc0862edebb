<?php
/**
 * Asks the server as a page of the shop does, and says in a sentence what is wrong.
 */

namespace Regista\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** The origin that browsers send from this shop. */
function shop_origin(): string {
	$url  = wp_parse_url( home_url() );
	$port = isset( $url['port'] ) ? ':' . $url['port'] : '';
	return $url['scheme'] . '://' . $url['host'] . $port;
}

/** Sends a request. An error has the shape that the server gives it. */
function ask_server( string $path, array $request ): array {
	$request['headers']['Origin'] = shop_origin();
	$response                     = wp_remote_request( setting( 'server' ) . $path, $request + array( 'timeout' => 10 ) );
	if ( is_wp_error( $response ) ) {
		return array( 'error' => array( 'code' => 'unreachable', 'message' => $response->get_error_message() ) );
	}
	$body = json_decode( wp_remote_retrieve_body( $response ), true );
	if ( isset( $body['data'] ) || isset( $body['error']['code'], $body['error']['message'] ) ) {
		return $body;
	}
	return array( 'error' => array( 'code' => 'not_regista', 'message' => '' ) );
}

/** Searches once in each country, which costs a unit each. Returns what is wrong; nothing if all is well. */
function find_problem(): string {
	if ( '' === setting( 'server' ) ) {
		return __( 'Enter the address of the server.', 'regista-for-woocommerce' );
	}
	if ( ! preg_match( '/^rgp_[a-f0-9]{32}$/', setting( 'client_id' ) ) ) {
		return __( 'A client id is rgp_ and 32 letters and digits. The operator of the server has it.', 'regista-for-woocommerce' );
	}
	$session = ask_server(
		'/v1/browser-sessions',
		array(
			'method'  => 'POST',
			'headers' => array( 'Content-Type' => 'application/json' ),
			'body'    => wp_json_encode( array( 'client_id' => setting( 'client_id' ) ) ),
		)
	);
	if ( isset( $session['error'] ) ) {
		return describe_error( $session['error'] );
	}
	$attributions = array();
	foreach ( (array) setting( 'countries' ) as $country ) {
		$answer = ask_server(
			'/v1/autocomplete/addresses?q=hlavna&limit=1&country=' . strtolower( $country ),
			array( 'headers' => array( 'Authorization' => 'Bearer ' . $session['data']['token'] ) )
		);
		if ( isset( $answer['error'] ) ) {
			return describe_error( $answer['error'], $country );
		}
		$attributions = array_merge( $attributions, array_column( $answer['meta']['sources'] ?? array(), 'attribution' ) );
	}
	$attributions = array_unique( array_filter( $attributions ) );
	if ( $attributions ) {
		update_option( 'regista_attribution', implode( '; ', $attributions ) );
	}
	return '';
}

function describe_error( array $error, string $country = '' ): string {
	$sentences = array(
		/* translators: 1: address of a server, 2: reason */
		'unreachable'           => __( 'This shop cannot reach %1$s (%2$s). Check the address, and whether a firewall is between.', 'regista-for-woocommerce' ),
		/* translators: 1: address of a server */
		'not_regista'           => __( '%1$s answers, but it is no Regista server. Check the address.', 'regista-for-woocommerce' ),
		'unauthorized'          => __( 'The server does not know this client id. Compare it with the one that the operator gave you.', 'regista-for-woocommerce' ),
		'forbidden'             => __( 'The account or the project of this client id is not active. Ask the operator of the server.', 'regista-for-woocommerce' ),
		/* translators: 3: origin of the shop */
		'origin_not_allowed'    => __( 'The server does not allow pages of %3$s yet. Its operator allows them with: regista project allow-origin PROJECT %3$s', 'regista-for-woocommerce' ),
		'monthly_limit_reached' => __( 'The units of this month are used up. Ask the operator for a larger allowance.', 'regista-for-woocommerce' ),
		/* translators: 4: seconds */
		'rate_limited'          => __( 'The budget for pages is used up, or too many requests came at once. The server answers again in %4$d seconds.', 'regista-for-woocommerce' ),
		/* translators: 5: country code */
		'data_unavailable'      => __( 'The server has no addresses of %5$s. Remove the country here, or ask the operator to import them.', 'regista-for-woocommerce' ),
		/* translators: 2: message of the server */
		'other'                 => __( 'The server refuses: %2$s', 'regista-for-woocommerce' ),
	);
	$values    = array( setting( 'server' ), $error['message'], shop_origin(), $error['retry_after_seconds'] ?? 1, $country );
	return vsprintf( $sentences[ $error['code'] ] ?? $sentences['other'], $values );
}
