import { nullableText, strictObject } from './schema.ts'

const component = (description: string) => nullableText({ description })

/** The company registers describe seats in other parts than the address registers describe houses. */
export const SeatComponents = strictObject(
  {
    street: component('The street, without a number. Null where houses have none.'),
    municipality: component('The municipality (obec).'),
    municipality_part: component('The part of the municipality (časť obce, část obce).'),
    municipality_code: component('Slovakia: LAU 2 code. Czechia: the code of RÚIAN, if the seat names a known house.'),
    registration_number: component('The number in the municipality (súpisné číslo, číslo popisné).'),
    evidence_number: component('Only Czechia: the number of a building without a registration number.'),
    orientation_number: component('The number in the street, without its letter.'),
    orientation_letter: component('The letter of the orientation number.'),
    building_number: component(
      'The number as the register writes it. Use it if the other four number fields are null: which of them it is, the register does not say.',
    ),
    postal_code: component('Without a space. Five digits in Slovakia and Czechia; a seat abroad has its own form.'),
    country: component('The name of the country, in the language of the register.'),
    country_code: component('ISO 3166-1 numeric: `703` is Slovakia, `203` Czechia. Others are seats abroad.'),
    address_id: component('The key of the house in the address register of the country: source_id of an address.'),
    formatted: component('The seat in one line, the same as `address.formatted`.'),
  },
  {
    title: 'SeatComponents',
    description:
      'The parts of a seat, as the register of companies has them. Null: it does not have the part. See *Filling in a form*.',
  },
)
