<?php

declare(strict_types=1);

namespace Regista\Model;

/* Written by `npm run api-types` from src/http/openapi/openapi.json. */

/** The price of the response and the sources of its data. */
final class Meta
{
    public function __construct(
        /** Identifies this request, as `X-Request-Id`. Quote it to the operator. */
        public readonly string $request_id,
        /** The country that was searched. */
        public readonly ?string $country,
        /** The language that was requested, or its default. */
        public readonly ?string $language,
        /** The units charged for this request. */
        public readonly int $charged_units,
        /** The day of the data; with several sources, the oldest. */
        public readonly ?string $data_as_of,
        /** How complete and current the data of this country and kind is. */
        public readonly ?Coverage $coverage,
        /** @var ?list<Source> The sources of the data in this answer. */
        public readonly ?array $sources,
        /** @var ?list<string> What limits the data: `data_stale` (older than the register publishes) or `source_missing` (a register is not imported). What the search left out because nothing was found with it: `flat_left_out` (flat, floor or door), `postal_code_left_out` or `words_left_out`. */
        public readonly ?array $warnings,
    ) {
    }

    /** @internal */
    public static function from(array $fields): self
    {
        return new self(
            $fields['request_id'] ?? null,
            $fields['country'] ?? null,
            $fields['language'] ?? null,
            $fields['charged_units'] ?? null,
            $fields['data_as_of'] ?? null,
            isset($fields['coverage']) ? Coverage::from($fields['coverage']) : null,
            isset($fields['sources']) ? array_map(Source::from(...), $fields['sources']) : null,
            $fields['warnings'] ?? null,
        );
    }
}
