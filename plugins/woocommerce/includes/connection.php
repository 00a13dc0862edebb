<?php
/**
 * Asks the server as a page of the shop does, and says in a sentence what is wrong.
 */

namespace Regista\WooCommerce;

defined( 'ABSPATH' ) || exit;

const NOT_REGISTA = array( 'error' => array( 'code' => 'not_regista', 'message' => '' ) );

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
	return NOT_REGISTA;
}

/** The scopes of what is switched on: the checkout asks for these, and so does the test. */
function list_scopes(): array {
	$wanted = array(
		'addresses:suggest' => is_on( 'addresses' ),
		'companies:suggest' => is_on( 'company' ),
		'companies:read'    => is_on( 'company' ) && is_on( 'company_address' ),
	);
	return array_keys( array_filter( $wanted ) );
}

/** An owner may have removed both. */
function list_countries(): array {
	return array_values( array_filter( (array) setting( 'countries' ) ) );
}

/** The fault of the settings themselves; nothing if a server can be asked. */
function find_wrong_setting(): string {
	$is_mixed = 0 === strpos( shop_origin(), 'https:' ) && preg_match( '#^http://(?!(localhost|127\.0\.0\.1|\[::1\])(:|$))#', setting( 'server' ) );
	$problems = array(
		__( 'Enter the address of the server.', 'regista-for-woocommerce' ) => '' === setting( 'server' ),
		__( 'A client id is rgp_ and 32 letters and digits. The operator of the server has it.', 'regista-for-woocommerce' ) => ! preg_match( '/^rgp_[a-f0-9]{32}$/', setting( 'client_id' ) ),
		__( 'Choose a country: without one there are no suggestions.', 'regista-for-woocommerce' ) => ! list_countries(),
		__( 'Switch on addresses or companies: without them there are no suggestions.', 'regista-for-woocommerce' ) => ! list_scopes(),
		__( 'Browsers do not let a page of https ask a server of http. Write the address of the server with https.', 'regista-for-woocommerce' ) => $is_mixed,
	);
	return (string) key( array_filter( $problems ) );
}

/** Opens a session with these scopes. */
function open_session( array $scopes ): array {
	$body    = wp_json_encode( array( 'client_id' => setting( 'client_id' ), 'scopes' => $scopes ) );
	$session = ask_server( '/v1/browser-sessions', array( 'method' => 'POST', 'headers' => array( 'Content-Type' => 'application/json' ), 'body' => $body ) );
	return isset( $session['data']['token'] ) || isset( $session['error'] ) ? $session : NOT_REGISTA;
}

/** Searches once in each country for each kind, which costs a unit each. Returns what is wrong; nothing if all is well. */
function find_problem(): string {
	$problem = find_wrong_setting();
	if ( '' !== $problem ) {
		return $problem;
	}
	$scopes  = list_scopes();
	$session = open_session( $scopes );
	if ( isset( $session['error'] ) ) {
		// One by one, to name those that are missing.
		$is_missing = fn( $scope ) => 'scope_not_allowed' === $session['error']['code'] && isset( open_session( array( $scope ) )['error'] );
		return describe_error( $session['error'], '', implode( ', ', array_filter( $scopes, $is_missing ) ) );
	}
	$bearer       = array( 'headers' => array( 'Authorization' => 'Bearer ' . $session['data']['token'] ) );
	$attributions = array();
	foreach ( list_countries() as $country ) {
		foreach ( array_intersect( array( 'addresses:suggest', 'companies:suggest' ), $scopes ) as $scope ) {
			$kind   = strtok( $scope, ':' );
			$answer = ask_server( "/v1/autocomplete/$kind?q=hlavna&limit=1&country=" . strtolower( $country ), $bearer );
			if ( isset( $answer['error'] ) ) {
				return describe_error( $answer['error'], $country, $kind );
			}
			$sources      = 'addresses' === $kind ? $answer['meta']['sources'] ?? array() : array();
			$attributions = array_merge( $attributions, array_column( $sources, 'attribution' ) );
		}
	}
	$attributions = array_unique( array_filter( $attributions ) );
	if ( $attributions ) {
		update_option( 'regista_attribution', implode( '; ', $attributions ) );
	}
	return '';
}

/** How the operator names the origin of this shop: a development name for every port, and with a flag. */
function describe_origin(): string {
	$host     = wp_parse_url( shop_origin(), PHP_URL_HOST );
	$is_local = preg_match( '/^(localhost|127\.0\.0\.1|\[::1\]|.+\.(test|local|localhost))$/', $host );
	return 0 !== strpos( shop_origin(), 'http:' ) ? shop_origin() : ( $is_local ? "http://$host --development" : '' );
}

function describe_error( array $error, string $country = '', string $what = '' ): string {
	$sentences = array(
		/* translators: 1: address of a server, 2: reason */
		'unreachable'           => __( 'This shop cannot reach %1$s (%2$s). Check the address, and whether a firewall is between.', 'regista-for-woocommerce' ),
		/* translators: 1: address of a server */
		'not_regista'           => __( '%1$s answers, but it is no Regista server. Check the address.', 'regista-for-woocommerce' ),
		'unauthorized'          => __( 'The server does not know this client id. Compare it with the one that the operator gave you.', 'regista-for-woocommerce' ),
		'forbidden'             => __( 'The account or the project of this client id is not active. Ask the operator of the server.', 'regista-for-woocommerce' ),
		/* translators: 3: origin of the shop, 7: the same as the command wants it */
		'origin_not_allowed'    => __( 'The server does not allow pages of %3$s yet. Its operator allows them with: regista project allow-origin PROJECT %7$s', 'regista-for-woocommerce' ),
		/* translators: 3: origin of the shop */
		'origin_without_https'  => __( 'The server allows only pages of https, and this shop is %3$s. Give the shop a certificate, and change its address in WordPress.', 'regista-for-woocommerce' ),
		/* translators: 6: list of scopes */
		'scope_not_allowed'     => __( 'The project may not use %6$s in browsers. Ask its operator to allow that, or switch it off here.', 'regista-for-woocommerce' ),
		'monthly_limit_reached' => __( 'The units of this month are used up. Ask the operator for a larger allowance.', 'regista-for-woocommerce' ),
		/* translators: 4: a time, such as "2 hours" */
		'rate_limited'          => __( 'The budget for pages is used up, or too many requests came at once. The server answers again in %4$s.', 'regista-for-woocommerce' ),
		/* translators: 5: country code */
		'no_addresses'          => __( 'The server has no addresses of %5$s. Remove the country here, or ask the operator to import them.', 'regista-for-woocommerce' ),
		/* translators: 5: country code */
		'no_companies'          => __( 'The server has no companies of %5$s. Remove the country here, or ask the operator to import them.', 'regista-for-woocommerce' ),
		/* translators: 2: message of the server */
		'other'                 => __( 'The server refuses: %2$s', 'regista-for-woocommerce' ),
	);
	$code      = 'data_unavailable' === $error['code'] ? "no_$what" : $error['code'];
	$code      = 'origin_not_allowed' === $code && '' === describe_origin() ? 'origin_without_https' : $code;
	$wait      = human_time_diff( time(), time() + ( $error['retry_after_seconds'] ?? 1 ) );
	$values    = array( setting( 'server' ), $error['message'], shop_origin(), $wait, $country, $what, describe_origin() );
	return vsprintf( $sentences[ $code ] ?? $sentences['other'], $values );
}
