<?php

declare(strict_types=1);

namespace Regista\Model;

/* Written by `npm run api-types` from src/http/openapi/openapi.json. */

/**  */
final class AddressComponentsCoordinates
{
    public function __construct(
        /** Degrees north, WGS 84. */
        public readonly float $latitude,
        /** Degrees east, WGS 84. */
        public readonly float $longitude,
        /** The reference system: WGS 84, longitude first. */
        public readonly string $crs,
        /** Reserved. Never sent at present. */
        public readonly ?array $source,
    ) {
    }

    /** @internal */
    public static function from(array $fields): self
    {
        return new self(
            $fields['latitude'] ?? null,
            $fields['longitude'] ?? null,
            $fields['crs'] ?? null,
            $fields['source'] ?? null,
        );
    }
}
