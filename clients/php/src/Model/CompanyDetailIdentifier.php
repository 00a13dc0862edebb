<?php

declare(strict_types=1);

namespace Regista\Model;

/* Written by `npm run api-types` from src/http/openapi/openapi.json. */

/** One identifier. */
final class CompanyDetailIdentifier
{
    public function __construct(
        /** `ico`: the company number. `source_id`: the key of the record in its register. */
        public readonly string $type,
        /** The country of the register. */
        public readonly string $country,
        /** The identifier. */
        public readonly string $value,
        /** The register that gave it. */
        public readonly ?string $source,
    ) {
    }

    /** @internal */
    public static function from(array $fields): self
    {
        return new self(
            $fields['type'] ?? null,
            $fields['country'] ?? null,
            $fields['value'] ?? null,
            $fields['source'] ?? null,
        );
    }
}
