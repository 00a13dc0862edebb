/** Rows and features as the register publishes them, typed by hand. */

export const CSV_HEADER =
  'IDENTIFIKATOR;KRAJ;OKRES;OBEC;CAST_OBCE;ULICA;SUPISNE_CISLO;ORIENTACNE_CISLO_CELE;PSC;ADRBOD_X;ADRBOD_Y'

/** In a village without streets. Keys of the fixtures end in the check character of the number before it. */
export const CSV_VILLAGE = '2301233;Banskobystrický;Banská Bystrica;Badín;Badín;;142;;976 32;19,121502;48,6661543'

/** With every column filled. */
export const CSV_TOWN =
  '7101062870;Trnavský;Skalica;Holíč;Prietržka;"Lipová ""nová""";5346;1B;90851;17,1732892943;48,81'

/** The older form of the file: commas, quoted decimals, and the code of the municipality. */
export const CSV_OLD_HEADER =
  '_id,IDENTIFIKATOR,KRAJ,OKRES,OBEC,CAST_OBCE,ULICA,SUPISNE_CISLO,ORIENTACNE_CISLO_CELE,PSC,ADRBOD_X,ADRBOD_Y,CHANGEDAT,municipalityCode'
export const CSV_OLD_ROW =
  '1,3344,Trenčiansky,Prievidza,Vymyslená Lehota,,Hlavná,7,12,97101,"18,65","48,77",2019-03-01T00:00:00,SK0227513881'

export const RAGEO_CRS = '"crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:OGC:1.3:CRS84"}}'

/** In a city part of Bratislava, which is a municipality of its own and has no parts. */
export const RUZINOVSKA = `{"type":"Feature","geometry":{"type":"Point","coordinates":[17.17328929,48.15881844]},"properties":{"objectid":4039478,
"uri_identifier":"https://data.gov.sk/id/physical-address/7101062870","identifier":"7101062870",
"fulladdress":"Ružinovská,5346/1B,Bratislava-Ružinov,82102","geometry_text":"POINT(17.1732892943 48.158818443)","streetname":"Ružinovská","street_id":"40491",
"postalcode":"82102","orientationnumber":"1B","propertyregistrationnumber":"5346","district_name":null,"district_id":null,
"lau2_name":"Bratislava-Ružinov","lau2_id":"SK0102529320","lau1_name":"Bratislava II","lau1_id":"SK0102","nuts3_name":"Bratislavský","nuts3_id":"SK010",
"validfrom":"2020-07-14Z","annotation":"5346/1B"}}`

/** In a village without streets, never measured, with what the other lacks. */
export const SIKENICKA = `{"type":"Feature","geometry":null,"properties":{"objectid":77,"uri_identifier":"https://data.gov.sk/id/physical-address/5500000",
"identifier":"5500000","issuingcountry":"SVK","fulladdress":"142,Sikenička,94359","geometry_text":null,"streetname":null,"street_id":null,"postalcode":"",
"orientationnumber":null,"propertyregistrationnumber":"142","district_name":"Sikenička","district_id":"401810","lau2_name":"Sikenička","lau2_id":"SK0234503525",
"lau1_name":"Nové Zámky","lau1_id":"SK0234","nuts3_name":"Nitriansky","nuts3_id":"SK023","validfrom":null,"publisher":"Ministerstvo vnútra SR","ico":"00151866",
"annotation":null}}`
