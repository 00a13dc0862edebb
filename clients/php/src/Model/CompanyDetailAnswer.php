<?php

declare(strict_types=1);

namespace Regista\Model;

/* Written by `npm run api-types` from src/http/openapi/openapi.json. */

/** The answer of readCompany. */
final class CompanyDetailAnswer
{
    public function __construct(
        /** A company or organization: identity, seat, dates and provenance. */
        public readonly CompanyDetail $data,
        /** The price of a company detail and its source. */
        public readonly DetailMeta $meta,
    ) {
    }

    /** @internal */
    public static function from(array $fields): self
    {
        return new self(
            CompanyDetail::from($fields['data'] ?? null),
            DetailMeta::from($fields['meta'] ?? null),
        );
    }
}
