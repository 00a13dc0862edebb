import { gzipSync } from 'node:zlib'
import { buildTar, type TarPart } from '../../stdx/testing/tar.ts'

/** Documents as ARES publishes them, typed by hand. The association is public, persons and the rest are invented. */
const OPENING = `<?xml version="1.0" encoding="UTF-8"?>
<are:Ares_odpovedi xmlns:are="http://wwwinfo.mfcr.cz/ares/xml_doc/schemas/ares/ares_answer_vreo/v_1.0.0" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
 xsi:schemaLocation="http://wwwinfo.mfcr.cz/ares/xml_doc/schemas/ares/ares_answer_vreo/v_1.0.0 http://wwwinfo.mfcr.cz/ares/xml_doc/schemas/ares/ares_answer_vreo/v_1.0.0/ares_answer_vreo_v_1.0.0.xsd"
 odpoved_datum_cas="2020-08-04T10:11:12" odpoved_pocet="1" odpoved_typ="Vypis_VREO">
<are:Odpoved>
<are:Pomocne_ID>0</are:Pomocne_ID>`
const CLOSING = '</are:Odpoved>\n</are:Ares_odpovedi>\n'

const PREFACE =
  '<are:Uvod><are:Nadpis>Výpis</are:Nadpis><are:Aktualizace_DB>2020-08-04</are:Aktualizace_DB><are:Typ_vypisu>aktualni</are:Typ_vypisu></are:Uvod>'
const BODIES = `<are:Statutarni_organ dza="2015-10-02" dvy="2019-10-30"><are:Nazev>Statutární orgán</are:Nazev><are:Clen dza="2015-10-02">
<are:fosoba><are:jmeno>Vymyšlená</are:jmeno><are:prijmeni>Osoba</are:prijmeni><are:adresa><are:obec>Jinde</are:obec></are:adresa></are:fosoba></are:Clen></are:Statutarni_organ>`

/** A document with these extracts, each given as the inside of its Zakladni_udaje. */
export function documentOf(...extracts: readonly string[]): string {
  const bodies = extracts.map(
    (inside) =>
      `<are:Vypis_VREO>\n${PREFACE}\n<are:Zakladni_udaje>${inside}</are:Zakladni_udaje>\n${BODIES}\n</are:Vypis_VREO>`,
  )
  return [OPENING, ...bodies, CLOSING].join('\n')
}

export const PREPYCHY = `<are:Rejstrik>SR</are:Rejstrik><are:ICO>65666232</are:ICO><are:ObchodniFirma>SH ČMS - Sbor dobrovolných hasičů Přepychy</are:ObchodniFirma>
 <are:Sidlo><are:ruianKod>7580932</are:ruianKod><are:stat>203</are:stat><are:psc>53316</are:psc><are:okres>Pardubice</are:okres><are:obec>Vápno</are:obec><are:castObce>Přepychy</are:castObce><are:cisloPop>45</are:cisloPop></are:Sidlo>
 <are:DatumVzniku>1996-01-16</are:DatumVzniku><are:DatumZapisu>2014-01-01</are:DatumZapisu>`

/** Every field, in an invented company. */
export const EVERY_FIELD = `
<are:Rejstrik>OR</are:Rejstrik>
<are:ICO>00654321</are:ICO>
<are:ObchodniFirma>Vymyšlené mosty &amp; brody, s.r.o. &#34;v likvidaci&#x22;</are:ObchodniFirma>
<are:PravniForma><are:Kod_PF>112</are:Kod_PF><are:Nazev_PF>Společnost s ručením omezeným</are:Nazev_PF></are:PravniForma>
<are:Sidlo dza="1999-03-04">
<are:ruianKod>25958895</are:ruianKod><are:stat>203</are:stat><are:psc>170 00</are:psc><are:okres>Hlavní město Praha</are:okres><are:obec>Praha</are:obec>
<are:castObce>Holešovice</are:castObce><are:mop>Praha 7</are:mop><are:ulice>Jankovcova</are:ulice><are:cisloPop>1522</are:cisloPop><are:cisloOr>53a</are:cisloOr>
<are:cisloTxt/><are:text>Jankovcova 1522/53a, Praha</are:text>
</are:Sidlo>
<are:DatumVzniku>1999-03-04</are:DatumVzniku>
<are:DatumZapisu>1999-03-05</are:DatumZapisu>
<are:DatumVymazu>2026-08-31</are:DatumVymazu>
<are:Cinnosti><are:PredmetPodnikani><are:Text>stavba mostů</are:Text></are:PredmetPodnikani></are:Cinnosti>
`

/** An invented company whose seat is only a text, in the style of ARES, with a postal code of one municipality. */
export const TEXT_SEAT = `<are:Rejstrik>SR</are:Rejstrik><are:ICO>00700040</are:ICO><are:ObchodniFirma>Vymyšlený spolek</are:ObchodniFirma>
 <are:Sidlo><are:text>č.ev. 12, 74401 Trojanovice, Česká republika</are:text></are:Sidlo>`

export function archiveOf(documents: Readonly<Record<string, string | Uint8Array>>): Buffer {
  const files = Object.entries(documents).map(([name, content]): TarPart => ({ name: `VYSTUP/DATA/${name}`, content }))
  return gzipSync(buildTar([{ name: 'VYSTUP/', type: '5' }, { name: 'VYSTUP/DATA/', type: '5' }, ...files]))
}
