<?php

declare(strict_types=1);

namespace Regista\Model;

/* Written by `npm run api-types` from src/http/openapi/openapi.json. */

/** The price of a company detail and its source. */
final class DetailMeta
{
    public function __construct(
        /** Identifies this request, as `X-Request-Id`. Quote it to the operator. */
        public readonly string $request_id,
        /** The country of the register. */
        public readonly string $country,
        /** The units charged for this request. */
        public readonly int $charged_units,
        /** The day of the data. */
        public readonly ?string $data_as_of,
        /** How complete and current the data of this country is. */
        public readonly DetailMetaCoverage $coverage,
        /** @var list<DetailSource> The source of the record. */
        public readonly array $sources,
        /** @var list<string> What limits the data: `data_stale` (older than the register publishes) or `source_missing` (a register is not imported). What the search left out because nothing was found with it: `flat_left_out` (flat, floor or door), `postal_code_left_out` or `words_left_out`. */
        public readonly array $warnings,
    ) {
    }

    /** @internal */
    public static function from(array $fields): self
    {
        return new self(
            $fields['request_id'] ?? null,
            $fields['country'] ?? null,
            $fields['charged_units'] ?? null,
            $fields['data_as_of'] ?? null,
            DetailMetaCoverage::from($fields['coverage'] ?? null),
            array_map(DetailSource::from(...), $fields['sources'] ?? null),
            $fields['warnings'] ?? null,
        );
    }
}
