/**
 * A městský obvod or městská část of a divided city, with the části obce that lie in it. A část obce may lie in
 * several.
 */
export interface CzechDistrict {
  readonly name: string
  /** People in thousands, roughly: how the city's points are shared out. */
  readonly weight: number
  readonly postalCode: string
  readonly parts: readonly string[]
  /** Praha only: 1 to 10. "Praha 7" in a postal address is this one. */
  readonly obvod?: number
  /** Kód MOMC, where we know the real one. */
  readonly code?: number
}

const district = (name: string, weight: number, postalCode: string, parts: string, more = {}): CzechDistrict => ({
  name,
  weight,
  postalCode,
  parts: parts.split(', '),
  ...more,
})

const PRAHA: readonly CzechDistrict[] = [
  district('Praha 1', 30, '11000', 'Staré Město, Nové Město, Malá Strana, Josefov, Hradčany, Holešovice, Vinohrady', {
    obvod: 1,
    code: 500054,
  }),
  district('Praha 2', 49, '12000', 'Vinohrady, Nové Město, Vyšehrad, Nusle', { obvod: 2, code: 500089 }),
  district('Praha 3', 75, '13000', 'Žižkov, Vinohrady, Vysočany, Strašnice', { obvod: 3, code: 500097 }),
  district('Praha 4', 130, '14000', 'Nusle, Krč, Michle, Podolí, Braník, Lhotka, Hodkovičky, Záběhlice, Vinohrady', {
    obvod: 4,
    code: 500119,
  }),
  district('Praha 5', 88, '15000', 'Smíchov, Košíře, Hlubočepy, Motol, Jinonice, Radlice, Malá Strana', {
    obvod: 5,
    code: 500143,
  }),
  district(
    'Praha 6',
    104,
    '16000',
    'Dejvice, Bubeneč, Břevnov, Veleslavín, Ruzyně, Vokovice, Střešovice, Liboc, Sedlec, Hradčany',
    { obvod: 6, code: 500178 },
  ),
  district('Praha 7', 46, '17000', 'Holešovice, Bubeneč, Libeň', { obvod: 7, code: 500186 }),
  district('Praha 8', 105, '18000', 'Karlín, Libeň, Kobylisy, Bohnice, Čimice, Troja, Střížkov, Žižkov, Nové Město', {
    obvod: 8,
    code: 500208,
  }),
  district('Praha 9', 60, '19000', 'Vysočany, Prosek, Libeň, Střížkov, Hloubětín, Hrdlořezy, Malešice', {
    obvod: 9,
    code: 500216,
  }),
  district('Praha 10', 110, '10000', 'Vršovice, Strašnice, Záběhlice, Malešice, Michle, Vinohrady, Žižkov, Hloubětín', {
    obvod: 10,
    code: 500224,
  }),
  district('Praha 11', 77, '14900', 'Chodov, Háje', { obvod: 4 }),
  district('Praha 12', 56, '14300', 'Modřany, Kamýk, Komořany, Cholupice, Točná', { obvod: 4 }),
  district('Praha 13', 63, '15500', 'Stodůlky, Jinonice, Řeporyje, Třebonice', { obvod: 5 }),
  district('Praha 14', 47, '19800', 'Černý Most, Kyje, Hloubětín, Hostavice', { obvod: 9 }),
  district('Praha 15', 35, '10200', 'Hostivař, Horní Měcholupy, Dolní Měcholupy', { obvod: 10 }),
  district('Praha 16', 9, '15300', 'Radotín', { obvod: 5 }),
  district('Praha 17', 24, '16300', 'Řepy', { obvod: 6 }),
  district('Praha 18', 21, '19900', 'Letňany', { obvod: 9 }),
  district('Praha 19', 8, '19700', 'Kbely', { obvod: 9 }),
  district('Praha 20', 16, '19300', 'Horní Počernice', { obvod: 9 }),
  district('Praha 21', 11, '19016', 'Újezd nad Lesy', { obvod: 9 }),
  district('Praha 22', 12, '10400', 'Uhříněves, Pitkovice, Hájek u Uhříněvsi', { obvod: 10 }),
  district('Praha-Běchovice', 3, '19011', 'Běchovice', { obvod: 9 }),
  district('Praha-Benice', 1, '10300', 'Benice', { obvod: 10 }),
  district('Praha-Březiněves', 2, '18200', 'Březiněves', { obvod: 8 }),
  district('Praha-Čakovice', 12, '19600', 'Čakovice, Miškovice, Třeboradice', { obvod: 9 }),
  district('Praha-Ďáblice', 4, '18200', 'Ďáblice', { obvod: 8 }),
  district('Praha-Dolní Chabry', 5, '18400', 'Dolní Chabry', { obvod: 8 }),
  district('Praha-Dolní Měcholupy', 4, '10900', 'Dolní Měcholupy', { obvod: 10 }),
  district('Praha-Dolní Počernice', 3, '19012', 'Dolní Počernice', { obvod: 9 }),
  district('Praha-Dubeč', 4, '10700', 'Dubeč', { obvod: 10 }),
  district('Praha-Klánovice', 4, '19014', 'Klánovice', { obvod: 9 }),
  district('Praha-Koloděje', 2, '19015', 'Koloděje', { obvod: 9 }),
  district('Praha-Kolovraty', 4, '10300', 'Kolovraty, Lipany', { obvod: 10 }),
  district('Praha-Královice', 1, '10400', 'Královice', { obvod: 10 }),
  district('Praha-Křeslice', 2, '10400', 'Křeslice', { obvod: 10 }),
  district('Praha-Kunratice', 10, '14800', 'Kunratice', { obvod: 4 }),
  district('Praha-Libuš', 11, '14200', 'Libuš, Písnice', { obvod: 4 }),
  district('Praha-Lipence', 3, '15531', 'Lipence', { obvod: 5 }),
  district('Praha-Lochkov', 1, '15400', 'Lochkov', { obvod: 5 }),
  district('Praha-Lysolaje', 2, '16500', 'Lysolaje', { obvod: 6 }),
  district('Praha-Nebušice', 4, '16400', 'Nebušice', { obvod: 6 }),
  district('Praha-Nedvězí', 1, '10300', 'Nedvězí u Říčan', { obvod: 10 }),
  district('Praha-Petrovice', 6, '10900', 'Petrovice', { obvod: 10 }),
  district('Praha-Přední Kopanina', 1, '16400', 'Přední Kopanina', { obvod: 6 }),
  district('Praha-Řeporyje', 5, '15500', 'Řeporyje, Zadní Kopanina', { obvod: 5 }),
  district('Praha-Satalice', 3, '19015', 'Satalice', { obvod: 9 }),
  district('Praha-Slivenec', 4, '15400', 'Slivenec, Holyně', { obvod: 5 }),
  district('Praha-Suchdol', 7, '16500', 'Suchdol', { obvod: 6 }),
  district('Praha-Šeberov', 3, '14900', 'Šeberov', { obvod: 4 }),
  district('Praha-Štěrboholy', 2, '10200', 'Štěrboholy', { obvod: 10 }),
  district('Praha-Troja', 2, '17100', 'Troja', { obvod: 7 }),
  district('Praha-Újezd', 4, '14900', 'Újezd u Průhonic', { obvod: 4 }),
  district('Praha-Velká Chuchle', 3, '15900', 'Velká Chuchle, Malá Chuchle', { obvod: 5 }),
  district('Praha-Vinoř', 5, '19017', 'Vinoř', { obvod: 9 }),
  district('Praha-Zbraslav', 10, '15600', 'Zbraslav, Lahovice', { obvod: 5 }),
  district('Praha-Zličín', 8, '15521', 'Zličín, Sobín, Třebonice', { obvod: 5 }),
]

const BRNO: readonly CzechDistrict[] = [
  district('Brno-střed', 64, '60200', 'Město Brno, Staré Brno, Veveří, Stránice, Štýřice, Zábrdovice, Trnitá, Pisárky'),
  district('Brno-sever', 47, '61300', 'Černá Pole, Husovice, Lesná, Soběšice, Zábrdovice'),
  district('Brno-jih', 10, '61700', 'Komárov, Horní Heršpice, Dolní Heršpice, Přízřenice, Trnitá'),
  district('Brno-Židenice', 22, '61500', 'Židenice, Zábrdovice'),
  district('Brno-Královo Pole', 28, '61200', 'Královo Pole, Ponava, Sadová'),
  district('Brno-Bystrc', 24, '63500', 'Bystrc'),
  district('Brno-Líšeň', 27, '62800', 'Líšeň'),
  district('Brno-Vinohrady', 13, '62800', 'Židenice'),
  district('Brno-Starý Lískovec', 13, '62500', 'Starý Lískovec'),
  district('Brno-Nový Lískovec', 11, '63400', 'Nový Lískovec'),
  district('Brno-Bohunice', 14, '62500', 'Bohunice'),
  district('Brno-Žabovřesky', 21, '61600', 'Žabovřesky'),
  district('Brno-Komín', 7, '62400', 'Komín'),
  district('Brno-Jundrov', 4, '63700', 'Jundrov, Pisárky'),
  district('Brno-Kohoutovice', 12, '62300', 'Kohoutovice'),
  district('Brno-Slatina', 10, '62700', 'Slatina'),
  district('Brno-Černovice', 8, '61800', 'Černovice'),
  district('Brno-Tuřany', 6, '62000', 'Tuřany, Brněnské Ivanovice, Dvorska, Holásky'),
  district('Brno-Medlánky', 6, '62100', 'Medlánky'),
  district('Brno-Řečkovice a Mokrá Hora', 15, '62100', 'Řečkovice, Mokrá Hora'),
  district('Brno-Maloměřice a Obřany', 6, '61400', 'Maloměřice, Obřany'),
  district('Brno-Ivanovice', 2, '62100', 'Ivanovice'),
  district('Brno-Jehnice', 1, '62100', 'Jehnice'),
  district('Brno-Ořešín', 1, '62100', 'Ořešín'),
  district('Brno-Útěchov', 1, '64400', 'Útěchov u Brna'),
  district('Brno-Kníničky', 1, '63500', 'Kníničky'),
  district('Brno-Žebětín', 4, '64100', 'Žebětín'),
  district('Brno-Bosonohy', 3, '64200', 'Bosonohy'),
  district('Brno-Chrlice', 4, '64300', 'Chrlice'),
]

const OSTRAVA: readonly CzechDistrict[] = [
  district('Moravská Ostrava a Přívoz', 38, '70200', 'Moravská Ostrava, Přívoz'),
  district('Slezská Ostrava', 21, '71000', 'Slezská Ostrava, Kunčice, Muglinov, Hrušov, Heřmanice, Koblov, Antošovice'),
  district('Ostrava-Jih', 100, '70030', 'Hrabůvka, Zábřeh, Dubina, Výškovice, Bělský Les'),
  district('Poruba', 64, '70800', 'Poruba, Poruba-sever'),
  district('Nová Bělá', 2, '72400', 'Nová Bělá'),
  district('Vítkovice', 7, '70300', 'Vítkovice, Zábřeh-VŽ'),
  district('Stará Bělá', 4, '72400', 'Stará Bělá'),
  district('Pustkovec', 1, '70800', 'Pustkovec'),
  district('Mariánské Hory a Hulváky', 12, '70900', 'Mariánské Hory, Hulváky'),
  district('Petřkovice', 3, '72529', 'Petřkovice'),
  district('Lhotka', 1, '72528', 'Lhotka'),
  district('Hošťálkovice', 2, '72528', 'Hošťálkovice'),
  district('Nová Ves', 1, '70900', 'Nová Ves'),
  district('Proskovice', 1, '72400', 'Proskovice'),
  district('Michálkovice', 3, '71500', 'Michálkovice'),
  district('Radvanice a Bartovice', 7, '71600', 'Radvanice, Bartovice'),
  district('Krásné Pole', 3, '72526', 'Krásné Pole'),
  district('Martinov', 1, '72300', 'Martinov'),
  district('Polanka nad Odrou', 5, '72525', 'Polanka nad Odrou'),
  district('Hrabová', 4, '72000', 'Hrabová'),
  district('Svinov', 4, '72100', 'Svinov'),
  district('Třebovice', 2, '72200', 'Třebovice'),
  district('Plesná', 1, '72527', 'Plesná'),
]

const PLZEN: readonly CzechDistrict[] = [
  district('Plzeň 1', 49, '32300', 'Bolevec, Severní Předměstí'),
  district('Plzeň 2-Slovany', 35, '32600', 'Východní Předměstí, Koterov, Božkov, Lobzy, Hradiště'),
  district('Plzeň 3', 52, '30100', 'Vnitřní Město, Jižní Předměstí, Doudlevce, Skvrňany, Valcha'),
  district('Plzeň 4', 25, '31200', 'Doubravka, Lobzy, Újezd, Bukovec, Červený Hrádek'),
  district('Plzeň 5-Křimice', 2, '32200', 'Křimice'),
  district('Plzeň 6-Litice', 2, '32100', 'Litice'),
  district('Plzeň 7-Radčice', 1, '32200', 'Radčice'),
  district('Plzeň 8-Černice', 2, '32600', 'Černice'),
  district('Plzeň 9-Malesice', 1, '31800', 'Malesice, Dolní Vlkýš'),
  district('Plzeň 10-Lhota', 3, '30100', 'Lhota'),
]

const OPAVA: readonly CzechDistrict[] = [
  district('Opava', 46, '74601', 'Město, Předměstí, Kateřinky, Kylešovice, Jaktař'),
  district('Komárov', 2, '74770', 'Komárov'),
  district('Malé Hoštice', 2, '74705', 'Malé Hoštice'),
  district('Milostovice', 1, '74707', 'Milostovice'),
  district('Podvihov', 1, '74770', 'Podvihov, Komárovské Chaloupky'),
  district('Suché Lazce', 1, '74795', 'Suché Lazce'),
  district('Vávrovice', 1, '74773', 'Vávrovice, Držkovice, Palhanec'),
  district('Vlaštovičky', 1, '74601', 'Vlaštovičky, Jarkovice'),
  district('Zlatníky', 1, '74601', 'Zlatníky'),
]

const PARDUBICE: readonly CzechDistrict[] = [
  district('Pardubice I', 19, '53002', 'Pardubice-Staré Město, Bílé Předměstí, Zelené Předměstí'),
  district('Pardubice II', 18, '53009', 'Polabiny, Cihelna'),
  district('Pardubice III', 15, '53012', 'Studánka, Bílé Předměstí'),
  district('Pardubice IV', 5, '53002', 'Pardubičky, Nemošice, Drozdice, Staročernsko, Mnětice'),
  district('Pardubice V', 24, '53003', 'Zelené Předměstí, Dražkovice, Nové Jesenčany'),
  district('Pardubice VI', 8, '53006', 'Svítkov, Popkovice, Staré Čívice, Opočínek, Lány na Důlku'),
  district('Pardubice VII', 6, '53352', 'Rosice, Ohrazenice, Doubravice, Trnová'),
  district('Pardubice VIII', 1, '53301', 'Hostovice'),
]

const USTI: readonly CzechDistrict[] = [
  district('Ústí nad Labem-město', 35, '40001', 'Ústí nad Labem-centrum, Klíše, Bukov, Předlice, Všebořice'),
  district('Ústí nad Labem-Neštěmice', 22, '40331', 'Neštěmice, Krásné Březno, Mojžíř'),
  district('Ústí nad Labem-Severní Terasa', 19, '40011', 'Severní Terasa, Dobětice, Skorotice'),
  district('Ústí nad Labem-Střekov', 12, '40003', 'Střekov, Kojetice, Církvice, Sebuzín, Brná'),
]

const LIBEREC: readonly CzechDistrict[] = [
  district(
    'Liberec',
    98,
    '46001',
    'Liberec I-Staré Město, Liberec II-Nové Město, Liberec V-Kristiánov, Liberec VI-Rochlice, Liberec XIV-Ruprechtice',
  ),
  district('Liberec-Vratislavice nad Nisou', 9, '46311', 'Liberec XXX-Vratislavice nad Nisou'),
]

/** The cities that are divided, by name. Nowhere else is there a Kód MOMC. */
export const CZECH_DISTRICTS: ReadonlyMap<string, readonly CzechDistrict[]> = new Map([
  ['Praha', PRAHA],
  ['Brno', BRNO],
  ['Ostrava', OSTRAVA],
  ['Plzeň', PLZEN],
  ['Opava', OPAVA],
  ['Pardubice', PARDUBICE],
  ['Ústí nad Labem', USTI],
  ['Liberec', LIBEREC],
])

/**
 * RÚIAN codes of Prague's obvody 1 to 10: the same numbers as some regions have, codes are unique only within a kind.
 */
export const PRAHA_OBVOD_CODES: readonly number[] = [19, 27, 35, 43, 51, 60, 78, 86, 94, 108]
