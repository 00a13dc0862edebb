import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { splitCsvRow } from '../../stdx/csv.ts'
import { formatColumns, type Kind, proposeColumns, readCell, readHeader } from './choose-columns.ts'

/** Headers as programs write them, and what must be taken of each. */
const HEADERS: readonly (readonly [from: string, kind: Kind, header: string, expected: string])[] = [
  // Spreadsheets.
  [
    'LibreOffice',
    'addresses',
    'Ulica;Súpisné/orientačné číslo;Obec;PSČ',
    'PSČ=postcode Súpisné/orientačné číslo=number Obec=town Ulica=street',
  ],
  [
    'two numbers',
    'addresses',
    'Ulica;Súpisné číslo;Orientačné číslo;Obec;PSČ',
    'PSČ=postcode Súpisné číslo=number Orientačné číslo=number Obec=town Ulica=street',
  ],
  [
    'Czech labels',
    'addresses',
    'Ulice;č.p.;č.o.;Část obce;Obec;PSČ',
    'PSČ=postcode č.p.=number č.o.=number Část obce=part Obec=town Ulice=street',
  ],
  ['č.d.', 'addresses', 'Obec;Ulica;č.d.;PSČ', 'PSČ=postcode č.d.=number Obec=town Ulica=street'],
  ['English', 'addresses', 'Street;Number;City;ZIP', 'ZIP=postcode Number=number City=town Street=street'],
  ['English, one line', 'addresses', 'Name;Full address;Country', 'Full address=address Country=country'],
  [
    'house number',
    'addresses',
    'street;house_number;town;postal_code',
    'postal_code=postcode house_number=number town=town street=street',
  ],
  [
    'in capitals',
    'addresses',
    'PRIEZVISKO;ULICA;CISLO DOMU;MESTO;PSC',
    'PSC=postcode CISLO DOMU=number MESTO=town ULICA=street',
  ],
  ['street and number', 'addresses', 'Ulica a číslo;PSČ a mesto', 'PSČ a mesto=town Ulica a číslo=street'],
  [
    'Czech, street and number',
    'addresses',
    'Ulice, č.p.;Město;PSČ;E-mail',
    'PSČ=postcode Město=town Ulice, č.p.=street',
  ],
  ['ordinals', 'addresses', 'Č.;Meno;Adresa trvalého pobytu', 'Adresa trvalého pobytu=address'],
  ['mail', 'addresses', 'E-mailová adresa;IP adresa;Adresa', 'Adresa=address'],
  ['a public list', 'addresses', 'eduid;official_name;official_address', 'official_address=address'],
  [
    'two addresses',
    'addresses',
    'Fakturačná ulica;Fakturačné mesto;Fakturačné PSČ;Dodacia ulica;Dodacie mesto;Dodacie PSČ',
    'Fakturačné PSČ=postcode Fakturačné mesto=town Fakturačná ulica=street',
  ],
  [
    'parts of Košice',
    'addresses',
    'Ulica;Číslo;Mestská časť;Mesto',
    'Číslo=number Mestská časť=part Mesto=town Ulica=street',
  ],
  // Shops.
  [
    'WooCommerce',
    'addresses',
    'order_id;billing_first_name;billing_company;billing_address_1;billing_address_2;billing_city;billing_postcode;billing_country;billing_email',
    'billing_postcode=postcode billing_city=town billing_address_1=address billing_country=country',
  ],
  [
    'WooCommerce, labels',
    'addresses',
    'Order ID,Company (Billing),Address 1 (Billing),City (Billing),Postcode (Billing),City (Shipping)',
    'Postcode (Billing)=postcode City (Billing)=town Address 1 (Billing)=address',
  ],
  [
    'WooCommerce, delivery',
    'addresses',
    'shipping_address_1;shipping_city;shipping_postcode',
    'shipping_postcode=postcode shipping_city=town shipping_address_1=address',
  ],
  [
    'WooCommerce, companies',
    'companies',
    'order_id;billing_company;billing_city;billing_ico',
    'billing_ico=ico billing_company=name billing_city=town',
  ],
  [
    'Shoptet',
    'addresses',
    'code;billFullName;billCompany;billStreet;billHouseNumber;billCity;billDistrict;billZip;deliveryStreet;deliveryCity',
    'billZip=postcode billHouseNumber=number billDistrict=part billCity=town billStreet=street',
  ],
  [
    'Shoptet, companies',
    'companies',
    'code;billFullName;billCompany;billCity;companyId;vatId',
    'companyId=ico billCompany=name billCity=town',
  ],
  [
    'PrestaShop',
    'addresses',
    'id_address;id_country;alias;company;firstname;address1;address2;postcode;city;phone',
    'postcode=postcode city=town address1=address id_country=country',
  ],
  [
    'PrestaShop, grid',
    'addresses',
    'ID;First name;Address;Zip/Postal Code;City;Country',
    'Zip/Postal Code=postcode City=town Address=address Country=country',
  ],
  ['PrestaShop, companies', 'companies', 'id;company;dni;city', 'company=name city=town'],
  [
    'Shopify',
    'addresses',
    'Name;Billing Street;Billing City;Billing Zip;Billing Country',
    'Billing Zip=postcode Billing City=town Billing Street=street Billing Country=country',
  ],
  // Accounting.
  ['Pohoda', 'addresses', 'Firma;Jméno;Ulice;PSČ;Obec;Stát;IČ;DIČ', 'PSČ=postcode Obec=town Ulice=street Stát=country'],
  ['Pohoda, companies', 'companies', 'Jméno;Firma;Ulice;PSČ;Obec;IČ;DIČ', 'IČ=ico Firma=name Obec=town'],
  ['Money', 'companies', 'ObchNazev;ObchUlice;ObchMisto;ObchPSC;ICO', 'ICO=ico ObchNazev=name ObchMisto=town'],
  [
    'Money, addresses',
    'addresses',
    'ObchNazev;ObchUlice;ObchMisto;ObchPSC;FaktNazev;FaktUlice;FaktMisto',
    'ObchPSC=postcode ObchMisto=town ObchUlice=street',
  ],
  ['Money, words', 'addresses', 'Název;Ulice;Místo;PSČ;Stát', 'PSČ=postcode Místo=town Ulice=street Stát=country'],
  [
    'Helios',
    'addresses',
    'CisloOrg;Nazev;Ulice;PopCislo;OrCislo;Misto;PSC;IdZeme',
    'PSC=postcode PopCislo=number OrCislo=number Misto=town Ulice=street IdZeme=country',
  ],
  ['Helios, companies', 'companies', 'CisloOrg;Nazev;Misto;ICO;DIC', 'ICO=ico Nazev=name Misto=town'],
  [
    'Omega',
    'companies',
    'Názov firmy;IČO;DIČ;Sídlo - ulica;Sídlo - mesto',
    'IČO=ico Názov firmy=name Sídlo - mesto=town',
  ],
  ['SuperFaktúra', 'companies', 'Názov klienta;IČO;Adresa;Mesto;PSČ', 'IČO=ico Názov klienta=name Mesto=town'],
  // Public registers.
  [
    'RÚIAN',
    'addresses',
    'Kód ADM;Kód obce;Název obce;Název MOMC;Název části obce;Kód ulice;Název ulice;Typ SO;Číslo domovní;Číslo orientační;Znak čísla orientačního;PSČ',
    'PSČ=postcode Číslo domovní=number Číslo orientační=number Znak čísla orientačního=number Název části obce=part Název obce=town Název ulice=street',
  ],
  ['RES', 'companies', 'ICO;FIRMA;OBEC_TEXT;ULICE_TEXT;CDOM;COR;PSC', 'ICO=ico FIRMA=name OBEC_TEXT=town'],
  [
    'RES, addresses',
    'addresses',
    'ICO;PSC;OBEC_TEXT;COBCE_TEXT;ULICE_TEXT;CDOM;COR;FIRMA',
    'PSC=postcode CDOM=number COR=number COBCE_TEXT=part OBEC_TEXT=town ULICE_TEXT=street',
  ],
  ['a list of schools', 'companies', 'Škola;Mesto', 'Škola=name Mesto=town'],
  [
    'a list of schools with one address',
    'companies',
    'id;Názov školy;official_address',
    'Názov školy=name official_address=town',
  ],
  ['a list of suppliers', 'companies', 'Dodávateľ;Dodávateľ IČO;Suma', 'Dodávateľ IČO=ico Dodávateľ=name'],
]

describe('each column of a header is taken for what it is, or not used', () => {
  for (const [from, kind, header, expected] of HEADERS)
    test(`${from}: ${kind}`, () => {
      const columns = splitCsvRow(header, header.includes(';') ? ';' : ',')
      const format = {
        path: '',
        bytes: 0,
        modifiedMs: 0,
        encoding: 'utf-8',
        delimiter: ';',
        columns,
        workbook: undefined,
      } as const
      const found = formatColumns(proposeColumns(kind, format, []), format)
      const order = (pairs: string[]): string => pairs.toSorted().join(' | ')
      const wanted = expected.split(/(?<==(?:postcode|number|part|town|street|address|country|ico|name)) /)
      assert.equal(
        order(found === '' ? [] : found.split(/,(?=\w+=)/).map((pair) => pair.replace(/^(\w+)=(.*)$/, '$2=$1'))),
        order(wanted),
      )
    })
})

test('words that are no header of an address or a company have no role', () => {
  for (const header of [
    'Poznámka',
    'Telefón',
    'Suma',
    'id',
    'E-mail',
    'Kód ulice',
    'Okres',
    'Variabilný symbol',
    'Počet',
    'Dátum',
    'vat_id',
    'DIČ',
  ])
    assert.equal(readHeader('addresses', header) ?? readHeader('companies', header), undefined, header)
})

test('two numbers are one, with the letter behind', () => {
  for (const [cells, expected] of [
    [['12', '5', 'a'], '12/5a'],
    [['12', '', ''], '12'],
    [['', '5', ''], '5'],
    [['0', '5', ''], '5'],
    [['č.ev. 12', '', ''], 'č.ev. 12'],
  ] as const)
    assert.equal(readCell(cells, [0, 1, 2]), expected)
})
