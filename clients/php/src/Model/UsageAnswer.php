<?php

declare(strict_types=1);

namespace Regista\Model;

/* Written by `npm run api-types` from src/http/openapi/openapi.json. */

/** The answer of getUsage. */
final class UsageAnswer
{
    public function __construct(
        /** The usage of the account in this month, at one moment. */
        public readonly Usage $data,
        /** The price of the response and the sources of its data. */
        public readonly Meta $meta,
    ) {
    }

    /** @internal */
    public static function from(array $fields): self
    {
        return new self(
            Usage::from($fields['data'] ?? null),
            Meta::from($fields['meta'] ?? null),
        );
    }
}
