<?php

declare(strict_types=1);

namespace Regista\Model;

/* Written by `npm run api-types` from src/http/openapi/openapi.json. */

/** How complete and current the data of this country and kind is. */
final class Coverage
{
    public function __construct(
        /** `sample`: invented. `partial`: a part of the country. `stale`: older than the register publishes. `complete`: all of it. */
        public readonly ?string $state,
        /** The day of the newest source file. */
        public readonly ?string $source_metadata_updated_at,
    ) {
    }

    /** @internal */
    public static function from(array $fields): self
    {
        return new self(
            $fields['state'] ?? null,
            $fields['source_metadata_updated_at'] ?? null,
        );
    }
}
