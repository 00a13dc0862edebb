<?php

declare(strict_types=1);

namespace Regista\Model;

/* Written by `npm run api-types` from src/http/openapi/openapi.json. */

/** An address point. Without a typed house number also a street or a place. */
final class Address
{
    public function __construct(
        /** The id of the record. It stays the same when the record changes. */
        public readonly string $id,
        /** The country of the address. */
        public readonly string $country,
        /** The address in one line, for the list: `Ružinovská 5346/1B, 82102 Bratislava-Ružinov`. In Praha it ends with the postal district: `17000 Praha 7`. */
        public readonly string $name,
        /** The parts of an address. A part that the register does not have is null. See *Filling in a form* for the lines of a letter. */
        public readonly AddressComponents $address,
        /** The register that the record comes from. */
        public readonly AddressSource $source,
        /** The day from which the address point is valid, `2026-01-11`. Null if it is unknown. */
        public readonly ?string $updated_at,
    ) {
    }

    /** @internal */
    public static function from(array $fields): self
    {
        return new self(
            $fields['id'] ?? null,
            $fields['country'] ?? null,
            $fields['name'] ?? null,
            AddressComponents::from($fields['address'] ?? null),
            AddressSource::from($fields['source'] ?? null),
            $fields['updated_at'] ?? null,
        );
    }
}
