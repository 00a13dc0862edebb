<?php

declare(strict_types=1);

namespace Regista\Model;

/* Written by `npm run api-types` from src/http/openapi/openapi.json. */

/** The parts of a seat, as the register of companies has them. Null: it does not have the part. See *Filling in a form*. */
final class SeatComponents
{
    public function __construct(
        /** The street, without a number. Null where houses have none. */
        public readonly ?string $street,
        /** The municipality (obec). */
        public readonly ?string $municipality,
        /** The part of the municipality (časť obce, část obce). */
        public readonly ?string $municipality_part,
        /** Slovakia: LAU 2 code. Czechia: the code of RÚIAN, if the seat names a known house. */
        public readonly ?string $municipality_code,
        /** The number in the municipality (súpisné číslo, číslo popisné). */
        public readonly ?string $registration_number,
        /** Only Czechia: the number of a building without a registration number. */
        public readonly ?string $evidence_number,
        /** The number in the street, without its letter. */
        public readonly ?string $orientation_number,
        /** The letter of the orientation number. */
        public readonly ?string $orientation_letter,
        /** The number as the register writes it. Use it if the other four number fields are null: which of them it is, the register does not say. */
        public readonly ?string $building_number,
        /** Without a space. Five digits in Slovakia and Czechia; a seat abroad has its own form. */
        public readonly ?string $postal_code,
        /** The name of the country, in the language of the register. */
        public readonly ?string $country,
        /** ISO 3166-1 numeric: `703` is Slovakia, `203` Czechia. Others are seats abroad. */
        public readonly ?string $country_code,
        /** The key of the house in the address register of the country: source_id of an address. */
        public readonly ?string $address_id,
        /** The seat in one line, the same as `address.formatted`. */
        public readonly ?string $formatted,
    ) {
    }

    /** @internal */
    public static function from(array $fields): self
    {
        return new self(
            $fields['street'] ?? null,
            $fields['municipality'] ?? null,
            $fields['municipality_part'] ?? null,
            $fields['municipality_code'] ?? null,
            $fields['registration_number'] ?? null,
            $fields['evidence_number'] ?? null,
            $fields['orientation_number'] ?? null,
            $fields['orientation_letter'] ?? null,
            $fields['building_number'] ?? null,
            $fields['postal_code'] ?? null,
            $fields['country'] ?? null,
            $fields['country_code'] ?? null,
            $fields['address_id'] ?? null,
            $fields['formatted'] ?? null,
        );
    }
}
