<?php

declare(strict_types=1);

namespace Regista\Model;

/* Written by `npm run api-types` from src/http/openapi/openapi.json. */

/** A suggested company or organization. */
final class Company
{
    public function __construct(
        /** The id of the record. It stays the same when the record changes. */
        public readonly string $id,
        /** The country of the register. */
        public readonly string $country,
        /** The company number (IČO): eight digits with leading zeros. Null for a few Slovak records. */
        public readonly ?string $ico,
        /** The registered name with its legal form. */
        public readonly string $name,
        /** The seat in one line, for the list. Empty if the register has none. Its parts (street, town, postal code) come only with readCompany: 10 units, and the scope `companies:read`, which browsers do not have by default. */
        public readonly string $address,
        /** `dissolved`, `source_removed` (the register no longer lists it), or null for an active company. */
        public readonly ?string $status,
        /** A page about the company, by default in its register. */
        public readonly string $url,
        /** The day on which the register last changed the record. Null if it does not say, as in Slovakia. */
        public readonly ?string $updated_at,
    ) {
    }

    /** @internal */
    public static function from(array $fields): self
    {
        return new self(
            $fields['id'] ?? null,
            $fields['country'] ?? null,
            $fields['ico'] ?? null,
            $fields['name'] ?? null,
            $fields['address'] ?? null,
            $fields['status'] ?? null,
            $fields['url'] ?? null,
            $fields['updated_at'] ?? null,
        );
    }
}
