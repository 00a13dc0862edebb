<?php
/**
 * Tells WooCommerce that there is a provider of addresses. The script answers for it.
 */

namespace Regista\WooCommerce;

defined( 'ABSPATH' ) || exit;

class Provider extends \WC_Address_Provider {

	/** Early versions of WooCommerce do not declare it. */
	public $branding_html;

	public function __construct() {
		$this->id            = 'regista';
		$this->name          = 'Regista';
		$this->branding_html = esc_html( get_option( 'regista_attribution', SOURCES ) );
	}
}
