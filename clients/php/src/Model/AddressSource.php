<?php

declare(strict_types=1);

namespace Regista\Model;

/* Written by `npm run api-types` from src/http/openapi/openapi.json. */

/** The register that the record comes from. */
final class AddressSource
{
    public function __construct(
        /** The register: `ra` in Slovakia, `ruian` in Czechia. */
        public readonly string $code,
        /** The key of the record in the register; of a street or place, one of ours. */
        public readonly string $id,
        /** A page about the record; of a street or place, that of the register. */
        public readonly string $url,
        /** The text to show with the data where the licence demands it. */
        public readonly string $attribution,
    ) {
    }

    /** @internal */
    public static function from(array $fields): self
    {
        return new self(
            $fields['code'] ?? null,
            $fields['id'] ?? null,
            $fields['url'] ?? null,
            $fields['attribution'] ?? null,
        );
    }
}
