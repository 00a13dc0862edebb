<?php

declare(strict_types=1);

namespace Regista\Model;

/* Written by `npm run api-types` from src/http/openapi/openapi.json. */

/** The seat. */
final class CompanyDetailAddress
{
    public function __construct(
        /** The seat in one line. Null if the register has none. */
        public readonly ?string $formatted,
        /** The parts of a seat, as the register of companies has them. Null: it does not have the part. See *Filling in a form*. */
        public readonly SeatComponents $components,
    ) {
    }

    /** @internal */
    public static function from(array $fields): self
    {
        return new self(
            $fields['formatted'] ?? null,
            SeatComponents::from($fields['components'] ?? null),
        );
    }
}
