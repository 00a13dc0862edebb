import { strictObject } from './schema.ts'
import { describedOrNull } from './words.ts'

/** The company registers describe seats in other parts than the address registers describe houses. */
export const SeatComponents = strictObject(
  {
    street: describedOrNull('The street, without a number. Null where houses have none.'),
    municipality: describedOrNull('The municipality (obec).'),
    municipality_part: describedOrNull('The part of the municipality (časť obce, část obce).'),
    municipality_code: describedOrNull(
      'Slovakia: LAU 2 code. Czechia: the code of RÚIAN, if the seat names a known house.',
    ),
    registration_number: describedOrNull('The number in the municipality (súpisné číslo, číslo popisné).'),
    evidence_number: describedOrNull('Only Czechia: the number of a building without a registration number.'),
    orientation_number: describedOrNull('The number in the street, without its letter.'),
    orientation_letter: describedOrNull('The letter of the orientation number.'),
    building_number: describedOrNull(
      'The number as the register writes it. Use it if the other four number fields are null: which of them it is, the register does not say.',
    ),
    postal_code: describedOrNull(
      'Without a space. Five digits in Slovakia and Czechia; a seat abroad has its own form.',
    ),
    country: describedOrNull('The name of the country, in the language of the register.'),
    country_code: describedOrNull('ISO 3166-1 numeric: `703` is Slovakia, `203` Czechia. Others are seats abroad.'),
    address_id: describedOrNull(
      'The key of the house in the address register of the country: source_id of an address.',
    ),
    formatted: describedOrNull('The seat in one line, the same as `address.formatted`.'),
  },
  {
    title: 'SeatComponents',
    description:
      'The parts of a seat, as the register of companies has them. Null: it does not have the part. See *Filling in a form*.',
  },
)
