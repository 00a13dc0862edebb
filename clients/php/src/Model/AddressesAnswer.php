<?php

declare(strict_types=1);

namespace Regista\Model;

/* Written by `npm run api-types` from src/http/openapi/openapi.json. */

/** The answer of suggestAddresses. */
final class AddressesAnswer
{
    public function __construct(
        /** @var list<Address> What was found, the best match first. */
        public readonly array $data,
        /** The price of the response and the sources of its data. */
        public readonly Meta $meta,
    ) {
    }

    /** @internal */
    public static function from(array $fields): self
    {
        return new self(
            array_map(Address::from(...), $fields['data'] ?? null),
            Meta::from($fields['meta'] ?? null),
        );
    }
}
