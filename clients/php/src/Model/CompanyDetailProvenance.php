<?php

declare(strict_types=1);

namespace Regista\Model;

/* Written by `npm run api-types` from src/http/openapi/openapi.json. */

/** What proves the record: register, file and revision. */
final class CompanyDetailProvenance
{
    public function __construct(
        /** The register: `rpo` or `ares`. */
        public readonly string $source_code,
        /** Its dataset: `rpo`, `res` or `vr`. */
        public readonly string $dataset,
        /** The key of the record in the dataset. */
        public readonly string $source_key,
        /** This revision of the record. Each change of the record makes another. */
        public readonly string $revision_id,
        /** SHA-256 of the record in our canonical form. */
        public readonly string $record_sha256,
        /** SHA-256 of the file that the record was read from. */
        public readonly string $file_sha256,
        /** The day of the file that last had the record. */
        public readonly ?string $observed_at,
        /** When that file was fetched. */
        public readonly ?string $fetched_at,
        /** The day on which the register last changed the record, if it says so. */
        public readonly ?string $source_updated_at,
        /** When the record was imported. */
        public readonly ?string $projection_updated_at,
        /** The version of the rules by which it was read. */
        public readonly string $projection_version,
    ) {
    }

    /** @internal */
    public static function from(array $fields): self
    {
        return new self(
            $fields['source_code'] ?? null,
            $fields['dataset'] ?? null,
            $fields['source_key'] ?? null,
            $fields['revision_id'] ?? null,
            $fields['record_sha256'] ?? null,
            $fields['file_sha256'] ?? null,
            $fields['observed_at'] ?? null,
            $fields['fetched_at'] ?? null,
            $fields['source_updated_at'] ?? null,
            $fields['projection_updated_at'] ?? null,
            $fields['projection_version'] ?? null,
        );
    }
}
