import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { formatColumns, type Kind, proposeColumns } from './choose-columns.ts'

/** Headers of exports of shops and accounting programs, with which the patterns were made, and what is taken. */
const KNOWN = `
WooCommerce, order export | addresses | Order Number;Order Status;Order Date;First Name (Billing);Last Name (Billing);Company (Billing);Address 1&2 (Billing);City (Billing);State Code (Billing);Postcode (Billing);Country Code (Billing);Email (Billing);Phone (Billing);Address 1&2 (Shipping);City (Shipping);Postcode (Shipping);Country Code (Shipping)
  postcode=Postcode (Billing),town=City (Billing),address=Address 1&2 (Billing),country=Country Code (Billing)
WooCommerce, customers analytics | addresses | Name;Username;Last Active;Sign Up;Email;Orders;Total Spend;AOV;Country / Region;City;Region;Postal Code
  postcode=Postal Code,town=City,country=Country / Region
Shoptet customers | addresses | id;billFullName;billCompany;billStreet;billHouseNumber;billCity;billDistrict;billAdditional;billZip;billCountryCode;billRegionName;companyId;vatId;taxId;deliveryFullName;deliveryCompany;deliveryStreet;deliveryHouseNumber;deliveryCity;deliveryZip;deliveryCountryCode;email;phone
  postcode=billZip,number=billHouseNumber,part=billDistrict,town=billCity,street=billStreet,country=billCountryCode
Shoptet orders | companies | code;date;statusName;currency;email;phone;billFullName;billCompany;billStreet;billHouseNumber;billCity;billZip;billCountryName;companyId;vatId;deliveryFullName;deliveryCity
  town=billCity,ico=companyId,name=billCompany,country=billCountryName
PrestaShop addresses | addresses | Address ID;Alias;Active (0/1);Customer e-mail;Customer ID;Manufacturer;Supplier;Company;Lastname;Firstname;Address 1;Address 2;Zipcode;City;Country;State;Other;Phone;Mobile Phone;VAT number;DNI
  postcode=Zipcode,town=City,address=Address 1,country=Country
PrestaShop SQL | addresses | id_customer;firstname;lastname;company;vat_number;address1;address2;postcode;city;name;phone;phone_mobile
  postcode=postcode,town=city,address=address1
Helios list | companies | Číslo organizace;Název;Druhý název;IČO;DIČ;Ulice;Místo;PSČ;Země
  ico=IČO,name=Název,town=Místo,country=Země
Helios list | addresses | Číslo organizace;Název;Druhý název;IČO;DIČ;Ulice;Popisné číslo;Orientační číslo;Místo;PSČ;Kód země
  postcode=PSČ,number=Popisné číslo,number=Orientační číslo,town=Místo,street=Ulice,country=Kód země
Pohoda adresář | companies | Firma;Oddělení;Jméno;Ulice;PSČ;Obec;Země;IČ;DIČ;Tel.;Mobil;E-mail;Číslo;Klíče
  ico=IČ,name=Firma,town=Obec,country=Země
Pohoda SK | addresses | Firma;Meno;Ulica;PSČ;Obec;Krajina;IČO;DIČ;IČ DPH;Telefón;Dodacia firma;Dodacia ulica;Dodacia obec;Dodacie PSČ
  postcode=PSČ,town=Obec,street=Ulica,country=Krajina
Pohoda faktury | companies | Číslo;Datum;Datum splatnosti;Firma;Jméno;Ulice;Obec;PSČ;IČ;Celkem
  ico=IČ,name=Firma,town=Obec
Money S3 | addresses | Kód;Název;Obchodní název;Obchodní ulice;Obchodní místo;Obchodní PSČ;Fakturační název;Fakturační ulice;Fakturační místo;Fakturační PSČ;IČ;DIČ
  postcode=Obchodní PSČ,town=Obchodní místo,street=Obchodní ulice
Money S4 | companies | Kod;Nazev;ICO;DIC;ObchodniAdresaUlice;ObchodniAdresaMisto;ObchodniAdresaPSC
  town=ObchodniAdresaMisto,ico=ICO,name=Nazev
Omega | companies | Kód partnera;Názov partnera;IČO;DIČ;IČ DPH;Ulica;PSČ;Mesto;Štát
  ico=IČO,name=Názov partnera,town=Mesto,country=Štát
Omega | addresses | Názov;Ulica a číslo;PSČ;Mesto;Štát;IČO
  postcode=PSČ,town=Mesto,street=Ulica a číslo,country=Štát
SuperFaktúra export | addresses | Názov;IČO;DIČ;IČ DPH;Adresa;Mesto;PSČ;Krajina;Dodacia adresa;Dodacie mesto;Dodacie PSČ;Email;Telefón
  postcode=PSČ,town=Mesto,address=Adresa,country=Krajina
iDoklad | companies | Název firmy;IČ;DIČ;Ulice;Město;PSČ;Stát;Jméno;Příjmení;E-mail
  ico=IČ,name=Název firmy,town=Město,country=Stát
Fakturoid | companies | Název;Ulice;Město;PSČ;Země;IČO;DIČ;E-mail;Telefon
  ico=IČO,name=Název,town=Město,country=Země
Flexi | addresses | Zkratka;Název;Ulice;Město;PSČ;Stát;IČO;DIČ;Faktura ulice;Faktura město;Faktura PSČ
  postcode=PSČ,town=Město,street=Ulice,country=Stát
Upgates | addresses | CUSTOMER_ID;FIRSTNAME_INVOICE;SURNAME_INVOICE;COMPANY_INVOICE;STREET_INVOICE;CITY_INVOICE;ZIP_INVOICE;COUNTRY_ID_INVOICE;STREET_POSTAL;CITY_POSTAL;ZIP_POSTAL
  postcode=ZIP_INVOICE,town=CITY_INVOICE,street=STREET_INVOICE,country=COUNTRY_ID_INVOICE
Shopify customers | addresses | First Name;Last Name;Email;Company;Address1;Address2;City;Province;Province Code;Country;Country Code;Zip;Phone
  postcode=Zip,town=City,address=Address1,country=Country
a shop | addresses | Objednávka;Jméno a příjmení;Ulice a číslo popisné;Obec;PSČ;Poznámka k adrese
  postcode=PSČ,town=Obec,street=Ulice a číslo popisné
Packeta | addresses | verze 5;Objednávka;Jméno;Příjmení;Firma;E-mail;Mobil;Ulica;Číslo domu;Obec;PSČ
  postcode=PSČ,number=Číslo domu,town=Obec,street=Ulica
ABRA Gen | companies | Kód;Název;OrgIdentNumber;VATIdentNumber;Ulice;Město;PSČ
  ico=OrgIdentNumber,name=Název,town=Město
SAP | addresses | Customer;Name 1;Street;House Number;Postal Code;City;Country Key;District
  postcode=Postal Code,number=House Number,part=District,town=City,street=Street,country=Country Key
MRP | companies | CISLO;NAZOV;ULICA;PSC;MESTO;STAT;ICO;DIC
  ico=ICO,name=NAZOV,town=MESTO,country=STAT
Alfa plus | companies | Názov1;Názov2;Ulica;PSČ;Obec;IČO;DIČ
  ico=IČO,name=Názov1,town=Obec
Mailchimp | addresses | Email Address;First Name;Last Name;Address;Phone Number
  address=Address
an office | addresses | P.č.;Priezvisko;Meno;Ulica;Súp. č.;Or. č.;Obec;PSČ;Okres
  postcode=PSČ,number=Súp. č.,number=Or. č.,town=Obec,street=Ulica
a Czech office | addresses | Poř. č.;Jméno;Ulice;č. p./č. o.;Městská část;Město;PSČ
  postcode=PSČ,number=č. p./č. o.,part=Městská část,town=Město,street=Ulice
`
/** Headers that the patterns had not seen. */
const UNSEEN = `
WooCommerce subscriptions | addresses | order_number;billing_first_name;billing_last_name;billing_company;billing_address_1;billing_address_2;billing_city;billing_state;billing_postcode;billing_country;billing_phone
  postcode=billing_postcode,town=billing_city,address=billing_address_1,country=billing_country
WooCommerce users | addresses | user_login;user_email;Billing First Name;Billing Company;Billing Address 1;Billing City;Billing Postcode;Billing Country
  postcode=Billing Postcode,town=Billing City,address=Billing Address 1,country=Billing Country
Shoptet SK | addresses | Meno;Firma;Ulica;Číslo domu;Mesto;PSČ;Krajina;IČO;DIČ;IČ DPH;Doručovacia ulica;Doručovacie mesto
  postcode=PSČ,number=Číslo domu,town=Mesto,street=Ulica,country=Krajina
PrestaShop orders | companies | Objednávka;Referencia;Zákazník;Firma;Mesto;Spolu;Platba
  name=Firma,town=Mesto
Helios iNuvio | companies | ID;Číslo organizace;Název organizace;IČO;Ulice s čísly;Místo;PSČ
  ico=IČO,name=Název organizace,town=Místo
Pohoda XML to CSV | addresses | company;division;name;city;street;number;zip;ico;dic;shipToAddressCity;shipToAddressStreet
  postcode=zip,number=number,town=city,street=street
Money S5 | companies | Kód firmy;Název firmy;IČ;DIČ;Adresa - ulice;Adresa - místo;Adresa - PSČ;Adresa - stát
  ico=IČ,name=Název firmy,town=Adresa - místo,country=Adresa - stát
Money S5 addresses | addresses | Kód firmy;Název firmy;IČ;DIČ;Adresa - ulice;Adresa - místo;Adresa - PSČ;Adresa - stát
  postcode=Adresa - PSČ,town=Adresa - místo,street=Adresa - ulice,country=Adresa - stát
Vario | addresses | Firma;Jméno;Příjmení;Ulice;Č.p.;Č.o.;Obec;Část obce;PSČ;Stát
  postcode=PSČ,number=Č.p.,number=Č.o.,part=Část obce,town=Obec,street=Ulice,country=Stát
KROS Fakturácia | companies | Obchodné meno;Ulica;Číslo;PSČ;Mesto;Štát;IČO;DIČ;IČ DPH;E-mail
  ico=IČO,name=Obchodné meno,town=Mesto,country=Štát
Ekonomický systém Premier | addresses | Název firmy;Kontaktní osoba;Ulice;Město;PSČ;Telefon;Variabilní symbol
  postcode=PSČ,town=Město,street=Ulice
BigCommerce | addresses | Customer Name;Street Line 1;Street Line 2;Suburb;State;Zip Code;Country
  postcode=Zip Code,part=Suburb,street=Street Line 1,country=Country
Eshop-rychle | addresses | č. objednávky;Jméno;Ulice;Město;PSČ;Dodací ulice;Dodací město;Dodací PSČ
  postcode=PSČ,town=Město,street=Ulice
Magento | addresses | entity_id;firstname;lastname;company;street;city;region;postcode;country_id;telephone
  postcode=postcode,town=city,street=street,country=country_id
a club | addresses | Por. číslo;Titul;Meno a priezvisko;Bydlisko;Dátum narodenia
  address=Bydlisko
`

describe('each column of an export is taken for what it is, or not used', () => {
  for (const [, from, kind, header, expected] of `${KNOWN}${UNSEEN}`.matchAll(/^(\S.*) \| (\w+) \| (.*)\n {2}(.*)$/gm))
    test(`${from}: ${kind}`, () => {
      const format = {
        path: '',
        bytes: 0,
        modifiedMs: 0,
        encoding: 'utf-8',
        delimiter: ';',
        workbook: undefined,
      } as const
      const list = { ...format, columns: header!.split(';') }
      assert.equal(formatColumns(proposeColumns(kind as Kind, list, []), list), expected)
    })
})
