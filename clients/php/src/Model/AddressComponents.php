<?php

declare(strict_types=1);

namespace Regista\Model;

/* Written by `npm run api-types` from src/http/openapi/openapi.json. */

/** The parts of an address. A part that the register does not have is null. See *Filling in a form* for the lines of a letter. */
final class AddressComponents
{
    public function __construct(
        /** The number of the address point in its register. Null for a street or a place. */
        public readonly ?string $source_id,
        /** The street, without a number. Null where houses have none, as in most villages. */
        public readonly ?string $street,
        /** The number of the street in its register. Null if the register has none. */
        public readonly ?string $street_id,
        /** The municipality (obec). Bratislava and Košice appear as their city parts: `Bratislava-Ružinov`. */
        public readonly ?string $municipality,
        /** Slovakia: LAU 2 code, as `SK0321500308`. Czechia: the code of RÚIAN, six digits. */
        public readonly ?string $municipality_code,
        /** The part of the municipality (časť obce, část obce). Often equal to it. Where there is no street, the houses are numbered in it. */
        public readonly ?string $municipality_part,
        /** The code of the part in its register. Null if the register has none. */
        public readonly ?string $municipality_part_code,
        /** Five digits without a space: `82102`. Null for some Slovak addresses. */
        public readonly ?string $postal_code,
        /** Always null: the registers do not name the post office. */
        public readonly ?string $post_office,
        /** The number in the municipality or its part (súpisné číslo, číslo popisné). The part before the slash. */
        public readonly ?string $registration_number,
        /** Only Czechia: the number of a building without a registration number, as a cottage (číslo evidenční). It is written `č.ev. 20`. */
        public readonly ?string $evidence_number,
        /** Only Czechia: `č.p.` if house_number is the registration number, `č.ev.` if it is the evidence number. */
        public readonly ?string $house_number_type,
        /** Only Czechia: the registration or the evidence number, as house_number_type says. */
        public readonly ?string $house_number,
        /** The number in the street (orientačné číslo, číslo orientační), without its letter. The part behind the slash. */
        public readonly ?string $orientation_number,
        /** The letter of the orientation number: `B` of `5346/1B`. */
        public readonly ?string $orientation_letter,
        /** Only Czechia: the city district (městská část, městský obvod), in cities that have them. */
        public readonly ?string $district,
        /** Only Czechia: the code of the city district. */
        public readonly ?string $district_code,
        /** The county (okres). Null in Praha, which has none. */
        public readonly ?string $county,
        /** Slovakia: LAU 1 code, as `SK0321`. Czechia: the code of RÚIAN. */
        public readonly ?string $county_code,
        /** The region (kraj). */
        public readonly ?string $region,
        /** Slovakia: NUTS 3 code, as `SK032`. Czechia: the code of RÚIAN. */
        public readonly ?string $region_code,
        /** Always null: the imported files do not have it. */
        public readonly ?string $building_id,
        /** The position. A street or place has that of one of its houses. Null if the register does not say. */
        public readonly ?AddressComponentsCoordinates $coordinates,
    ) {
    }

    /** @internal */
    public static function from(array $fields): self
    {
        return new self(
            $fields['source_id'] ?? null,
            $fields['street'] ?? null,
            $fields['street_id'] ?? null,
            $fields['municipality'] ?? null,
            $fields['municipality_code'] ?? null,
            $fields['municipality_part'] ?? null,
            $fields['municipality_part_code'] ?? null,
            $fields['postal_code'] ?? null,
            $fields['post_office'] ?? null,
            $fields['registration_number'] ?? null,
            $fields['evidence_number'] ?? null,
            $fields['house_number_type'] ?? null,
            $fields['house_number'] ?? null,
            $fields['orientation_number'] ?? null,
            $fields['orientation_letter'] ?? null,
            $fields['district'] ?? null,
            $fields['district_code'] ?? null,
            $fields['county'] ?? null,
            $fields['county_code'] ?? null,
            $fields['region'] ?? null,
            $fields['region_code'] ?? null,
            $fields['building_id'] ?? null,
            isset($fields['coordinates']) ? AddressComponentsCoordinates::from($fields['coordinates']) : null,
        );
    }
}
