<?php

declare(strict_types=1);

namespace Regista\Model;

/* Written by `npm run api-types` from src/http/openapi/openapi.json. */

/** A source of the data, with the attribution that its terms require. */
final class Source
{
    public function __construct(
        /** The register: `rpo`, `ra`, `ares` or `ruian`. */
        public readonly string $code,
        /** Where the register publishes the data. */
        public readonly string $url,
        /** The text to show with the data where the licence demands it. */
        public readonly ?string $attribution,
        /** The licence of the data. */
        public readonly ?string $license,
        /** The text of the licence. */
        public readonly ?string $license_url,
    ) {
    }

    /** @internal */
    public static function from(array $fields): self
    {
        return new self(
            $fields['code'] ?? null,
            $fields['url'] ?? null,
            $fields['attribution'] ?? null,
            $fields['license'] ?? null,
            $fields['license_url'] ?? null,
        );
    }
}
