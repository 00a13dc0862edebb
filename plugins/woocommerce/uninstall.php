<?php
/**
 * Removes the options. Orders keep their company numbers.
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

$regista_options = array( 'server', 'client_id', 'countries', 'addresses', 'company', 'company_address', 'company_field', 'position', 'hint', 'pause', 'attribution' );
foreach ( $regista_options as $regista_option ) {
	delete_option( 'regista_' . $regista_option );
}
wp_clear_scheduled_hook( 'regista_refresh_attribution' );
