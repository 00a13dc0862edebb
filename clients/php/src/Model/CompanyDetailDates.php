<?php

declare(strict_types=1);

namespace Regista\Model;

/* Written by `npm run api-types` from src/http/openapi/openapi.json. */

/** When the company began and ended. */
final class CompanyDetailDates
{
    public function __construct(
        /** The day of its establishment. Null if unknown. */
        public readonly ?string $established_at,
        /** Null for an active company, and for a dissolved one if the register has no date. */
        public readonly ?string $dissolved_at,
    ) {
    }

    /** @internal */
    public static function from(array $fields): self
    {
        return new self(
            $fields['established_at'] ?? null,
            $fields['dissolved_at'] ?? null,
        );
    }
}
