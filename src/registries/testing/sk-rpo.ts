/** Records as the register publishes them, typed by hand. Public bodies are real, the rest is invented. */

/** A joint-stock company with an earlier name and a seat in a municipality without a code. */
export const SLOVNAFT = `{"id":1003617,"dbModificationDate":"2026-07-09","identifiers":[{"value":"31322832","validFrom":"1992-04-29"}],
 "fullNames":[{"value":"SLOVNAFT a.s.","validFrom":"1992-04-29","validTo":"1998-11-29"},{"value":"SLOVNAFT, a.s.","validFrom":"2008-05-30"}],
 "addresses":[{"validFrom":"2006-06-16","street":"Vlčie hrdlo","regNumber":0,"buildingNumber":"1","postalCodes":["82412"],"municipality":{"value":"Bratislava"}}],
 "establishment":"1992-05-01","sourceRegister":{"value":{"value":"Obchodný register","code":"1","codelistCode":"CL010112"},
   "registrationOffices":[{"value":"Mestský súd Bratislava III","validFrom":"1992-04-29"}],"registrationNumbers":[{"value":"Sa/426/B","validFrom":"1992-04-29"}]}}`

/** An invented company with every field of the register, dissolved, its histories in no order. */
export const EVERY_FIELD = `{
  "id": 777001,
  "dbModificationDate": "2026-05-29",
  "identifiers": [{"value": "00123456", "validFrom": "2003-01-01", "validTo": "2025-12-31"}, {"value": "00654321", "validFrom": "1999-01-01", "validTo": "2002-12-31"}],
  "fullNames": [
    {"value": "Vymyslené mosty, s.r.o. v likvidácii", "validFrom": "2020-02-02", "validTo": "2025-12-31"},
    {"value": "Vymyslené mosty, s.r.o.", "validFrom": "2010-01-01", "validTo": "2020-02-01"},
    {"value": "Mosty a brody, spol. s r.o.", "validFrom": "1999-01-01", "validTo": "2009-12-31"}
  ],
  "alternativeNames": [{"value": "VM Bridges Ltd.", "validFrom": "2011-01-01"}, {"value": "Mosty a brody, spol. s r.o."}],
  "addresses": [
    {"validFrom": "1999-01-01", "validTo": "2004-05-05", "formatedAddress": "Stará 1, Dolná Vymyslená", "municipality": {"value": "Dolná Vymyslená"}},
    {"validFrom": "2004-05-06", "validTo": "2025-12-31", "formatedAddress": "Pri moste 215/14B, 040 23 Košice", "street": "Pri moste", "regNumber": 215,
     "buildingNumber": "14B", "postalCodes": ["040 23", "04001"],
     "municipality": {"value": "Košice - mestská časť Sídlisko KVP", "code": "SK0423599883", "codelistCode": "CL000025"},
     "district": {"value": "Vymyslená časť", "code": "9", "codelistCode": "CL010141"},
     "country": {"value": "Slovenská republika", "code": "703", "codelistCode": "CL000086"}, "buildingIndex": "1234567"}
  ],
  "legalForms": [{"value": {"value": "Spoločnosť s ručením obmedzeným", "code": "112", "codelistCode": "CL000056"}, "validFrom": "1999-01-01", "validTo": "2025-12-31"}],
  "legalStatuses": [{"value": {"value": "v likvidácii", "code": "2", "codelistCode": "CL010108"}, "validFrom": "2020-02-02", "validTo": "2025-12-31"}],
  "establishment": "1999-01-01",
  "termination": "2025-12-31",
  "activities": [{"economicActivityDescription": "stavba mostov", "validFrom": "1999-01-01"}],
  "otherLegalFacts": [{"value": "Spoločnosť vstúpila do likvidácie.", "validFrom": "2020-02-02"}],
  "authorizations": [{"value": "Konateľ koná samostatne.", "validFrom": "1999-01-01"}],
  "equities": [{"value": 6639, "currency": {"value": "Euro", "code": "EUR", "codelistCode": "CL000083"}, "validFrom": "1999-01-01"}],
  "sourceRegister": {
    "value": {"value": "Obchodný register", "code": "1", "codelistCode": "CL010112"},
    "registrationOffices": [{"value": "Okresný súd Košice I", "validFrom": "1999-01-01", "validTo": "2023-05-31"}, {"value": "Mestský súd Košice", "validFrom": "2023-06-01"}],
    "registrationNumbers": [{"value": "Sro/54457/V", "validFrom": "1999-01-01"}]
  },
  "statisticalCodes": {"statCodesActualization": "2026-01-01", "mainActivity": {"value": "Výstavba mostov", "code": "4213", "codelistCode": "CL010579"}},
  "organizationUnits": [{"id": 777002, "fullNames": [{"value": "Vymyslené mosty, závod"}]}],
  "predecessors": [{"fullName": "Staré mosty"}],
  "statutoryBodies": [{"stakeholderType": {"value": "Konateľ"}, "personName": {"formatedName": "Ing. Vymyslená Osoba", "givenNames": ["Vymyslená"], "familyNames": ["Osoba"]}}],
  "stakeholders": [{"identifier": "Neuvedené", "validTo": "1800-01-01", "personName": {"formatedName": "Vymyslená Osoba"}}],
  "deposits": [{"personName": {"formatedName": "Vymyslená Osoba"}, "amount": 6639}],
  "kuvPersonsInfo": [{"x": 1}],
  "topManagementsInfo": []
}`
