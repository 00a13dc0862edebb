<?php

declare(strict_types=1);

namespace Regista\Model;

/* Written by `npm run api-types` from src/http/openapi/openapi.json. */

/** A company or organization: identity, seat, dates and provenance. */
final class CompanyDetail
{
    public function __construct(
        /** The id of the record. It stays the same when the record changes. */
        public readonly string $id,
        /** The country of the register. */
        public readonly string $country,
        /** The company number (IČO), with leading zeros. */
        public readonly string $ico,
        /** The registered name with its legal form. */
        public readonly string $name,
        /** `dissolved`: ended. `source_removed`: the register no longer lists it. `removed`: the operator withdrew it. Null for an active company. */
        public readonly ?string $status,
        /** A code from a code list of a register, with its name. Null if the register has none. */
        public readonly ?CompanyRegistryCode $legal_status,
        /** A code from a code list of a register, with its name. Null if the register has none. */
        public readonly ?CompanyRegistryCode $legal_form,
        /** The seat. */
        public readonly CompanyDetailAddress $address,
        /** @var list<CompanyDetailIdentifier> The company number, and the key in the register. */
        public readonly array $identifiers,
        /** When the company began and ended. */
        public readonly CompanyDetailDates $dates,
        /** The entry in the commercial or another register. */
        public readonly CompanyDetailRegistration $registration,
        /** A page about the company, by default in its register. */
        public readonly string $url,
        /** What proves the record: register, file and revision. */
        public readonly CompanyDetailProvenance $provenance,
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
            $fields['status'] ?? null,
            isset($fields['legal_status']) ? CompanyRegistryCode::from($fields['legal_status']) : null,
            isset($fields['legal_form']) ? CompanyRegistryCode::from($fields['legal_form']) : null,
            CompanyDetailAddress::from($fields['address'] ?? null),
            array_map(CompanyDetailIdentifier::from(...), $fields['identifiers'] ?? null),
            CompanyDetailDates::from($fields['dates'] ?? null),
            CompanyDetailRegistration::from($fields['registration'] ?? null),
            $fields['url'] ?? null,
            CompanyDetailProvenance::from($fields['provenance'] ?? null),
        );
    }
}
