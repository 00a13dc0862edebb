/** Headers as ČSÚ publishes them, typed by hand. Public bodies are real, the rest is invented. */
export const HEADER =
  'ICO,OKRESLAU,DDATVZN,DDATZAN,ZPZAN,DDATPAKT,FORMA,ROSFORMA,KATPO,NACE,NACE2025,ICZUJ,FIRMA,CISS2010,KODADM,TEXTADR,PSC,OBEC_TEXT,COBCE_TEXT,ULICE_TEXT,TYPCDOM,CDOM,COR,DATPLAT,PRIZNAK'
/** Before January 2026. */
export const HEADER_2025 = HEADER.replace(',NACE2025', '')

/** A public body: FIRMA and TEXTADR quoted as always, the address by its key. */
export const LESNI_SPRAVA =
  '00000078,CZ0203,1990-01-01,,,2026-03-04,331,331,310,8411,84110,532533,"Lesní správa Lány",13110,15404099,"",27061,Lány,Lány,Lesní,1,140,,2026-09-15,'

/** An invented company with every column filled. */
export const EVERY_COLUMN =
  '00654321,CZ0100,1999-03-04,2026-08-31,1,2026-09-01,112,112,210,4120,41200,500186,"Vymyšlené mosty, s.r.o. ""v likvidaci""",11002,25958895,"",17000,Praha,Holešovice,Jankovcova,1,1522,53a,2026-09-15,Z'

/** A seat that is only a text, as abroad. */
export const TEXT_SEAT =
  '00700001,,2015-05-05,,,2025-01-02,421,421,000,00,,,"Brücke und Steg GmbH, odštěpný závod",11003,,"Ringstraße 1,\n10115  Berlin, Německo",,,,,,,,2026-09-15,P'

/** An invented sole trader at an evidence number. */
export const SOLE_TRADER =
  '00700015,CZ0532,2001-01-01,,,2024-06-07,101,100,110,4321,,574988,"Vymyšlená Osoba",14100,7580932,"",53316,Vápno,Přepychy,,2,45,7,2026-09-15,'

/** All that is left of a person who ended. */
export const ENDED_PERSON = '00700023,,,2023-12-31,,,,,,,,,"",,,"",,,,,,,,2026-09-15,'
export const NAMELESS = '00700031,CZ0100,,,,,,,,,,,"",,,"",,,,,,,,2026-09-15,'

export const FORMS = [
  'KODJAZ,AKRCIS,KODCIS,CHODNOTA,ZKRTEXT,TEXT,ADMPLOD,ADMNEPO',
  'CS,PFSUBJ,56,101,"FO ŽZ","Fyzická osoba podnikající dle živnostenského zákona",2001-01-01,9999-09-09',
  'CS,PFSUBJ,56,112,"s.r.o.","Společnost s ručením omezeným",2001-01-01,9999-09-09',
  'CS,PFSUBJ,56,331,"PO","Příspěvková organizace",2001-01-01,9999-09-09',
]

export function resData(rows: readonly string[], header = HEADER): string {
  return [header, ...rows].map((row) => `${row}\r\n`).join('')
}

/** A row with one column changed, found by its name; for rows without commas inside quotes. */
export function withColumn(row: string, column: string, value: string): string {
  const fields = row.split(',')
  fields[HEADER.split(',').indexOf(column)] = value
  return fields.join(',')
}
