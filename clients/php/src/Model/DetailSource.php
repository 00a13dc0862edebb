<?php

declare(strict_types=1);

namespace Regista\Model;

/* Written by `npm run api-types` from src/http/openapi/openapi.json. */

/** The source of a company detail. */
final class DetailSource
{
    public function __construct(
        /** The register. */
        public readonly string $code,
        /** The dataset of the register. */
        public readonly string $dataset,
        /** Where the register publishes the data. */
        public readonly ?string $url,
        /** The text to show with the data where the licence demands it. */
        public readonly ?string $attribution,
        /** The licence of the data. */
        public readonly ?string $license,
        /** The text of the licence. */
        public readonly ?string $license_url,
        /** What the register says about the use of its data. */
        public readonly ?string $notice,
    ) {
    }

    /** @internal */
    public static function from(array $fields): self
    {
        return new self(
            $fields['code'] ?? null,
            $fields['dataset'] ?? null,
            $fields['url'] ?? null,
            $fields['attribution'] ?? null,
            $fields['license'] ?? null,
            $fields['license_url'] ?? null,
            $fields['notice'] ?? null,
        );
    }
}
