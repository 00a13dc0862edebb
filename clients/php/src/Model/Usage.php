<?php

declare(strict_types=1);

namespace Regista\Model;

/* Written by `npm run api-types` from src/http/openapi/openapi.json. */

/** The usage of the account in this month, at one moment. */
final class Usage
{
    public function __construct(
        /** The units that the account may use this month. */
        public readonly int $allowance_units,
        /** Charged: debited durably and answered with success. */
        public readonly int $confirmed_units,
        /** The sum of the prepared, in-flight and pending units. */
        public readonly int $reserved_units,
        /** Of requests whose debit could not be confirmed in time. Not counted as charged, and at most 100. */
        public readonly int $recovery_hold_units,
        /** What the server may charge with its next commit, before it asks the books again. */
        public readonly int $prepared_available_units,
        /** Being written to the books and not yet confirmed. */
        public readonly int $pending_spent_units,
        /** Taken by requests that are in progress. */
        public readonly int $in_flight_reserved_units,
        /** The figures are of this moment. */
        public readonly string $accounting_status,
        /** A calendar month in Europe/Bratislava. */
        public readonly string $period,
    ) {
    }

    /** @internal */
    public static function from(array $fields): self
    {
        return new self(
            $fields['allowance_units'] ?? null,
            $fields['confirmed_units'] ?? null,
            $fields['reserved_units'] ?? null,
            $fields['recovery_hold_units'] ?? null,
            $fields['prepared_available_units'] ?? null,
            $fields['pending_spent_units'] ?? null,
            $fields['in_flight_reserved_units'] ?? null,
            $fields['accounting_status'] ?? null,
            $fields['period'] ?? null,
        );
    }
}
