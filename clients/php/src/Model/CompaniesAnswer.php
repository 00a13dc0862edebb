<?php

declare(strict_types=1);

namespace Regista\Model;

/* Written by `npm run api-types` from src/http/openapi/openapi.json. */

/** The answer of suggestCompanies. */
final class CompaniesAnswer
{
    public function __construct(
        /** @var list<Company> What was found, the best match first. */
        public readonly array $data,
        /** The price of the response and the sources of its data. */
        public readonly Meta $meta,
    ) {
    }

    /** @internal */
    public static function from(array $fields): self
    {
        return new self(
            array_map(Company::from(...), $fields['data'] ?? null),
            Meta::from($fields['meta'] ?? null),
        );
    }
}
