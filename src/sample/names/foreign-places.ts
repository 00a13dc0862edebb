/** Seats abroad: an address as one line has it, the country's name in Slovak and Czech, its ISO numeric code. */
export interface ForeignPlace {
  readonly city: string
  readonly streets: readonly string[]
  readonly slovak: string
  readonly czech: string
  readonly code: string
}

const place = (
  city: string,
  streets: readonly string[],
  slovak: string,
  czech: string,
  code: string,
): ForeignPlace => ({
  city,
  streets,
  slovak,
  czech,
  code,
})

export const FOREIGN_PLACES: readonly ForeignPlace[] = [
  place('1010 Wien', ['Rotenturmstraße', 'Schottenring', 'Kärntner Ring'], 'Rakúska republika', 'Rakousko', '040'),
  place('2410 Hainburg an der Donau', ['Wiener Straße', 'Landstraße'], 'Rakúska republika', 'Rakousko', '040'),
  place('1051 Budapest', ['Nádor utca', 'Arany János utca'], 'Maďarsko', 'Maďarsko', '348'),
  place('9021 Győr', ['Baross Gábor út', 'Árpád út'], 'Maďarsko', 'Maďarsko', '348'),
  place('00-001 Warszawa', ['ul. Marszałkowska', 'ul. Złota'], 'Poľská republika', 'Polsko', '616'),
  place('30-001 Kraków', ['ul. Długa', 'ul. Szeroka'], 'Poľská republika', 'Polsko', '616'),
  place('10115 Berlin', ['Invalidenstraße', 'Chausseestraße'], 'Nemecká spolková republika', 'Německo', '276'),
  place('80331 München', ['Sendlinger Straße', 'Tal'], 'Nemecká spolková republika', 'Německo', '276'),
  place(
    'London EC1V 2NX',
    ['City Road', 'Old Street'],
    'Spojené kráľovstvo Veľkej Británie a Severného Írska',
    'Spojené království',
    '826',
  ),
  place('6300 Zug', ['Baarerstrasse', 'Bahnhofstrasse'], 'Švajčiarska konfederácia', 'Švýcarsko', '756'),
  place('1082 Nicosia', ['Agias Elenis', 'Stasikratous'], 'Cyperská republika', 'Kypr', '196'),
  place('Wilmington, DE 19801', ['N. Market Street', 'Orange Street'], 'Spojené štáty americké', 'USA', '840'),
  place('04070 Kyjiv', ["vul. Illins'ka", "vul. Kostiantynivs'ka"], 'Ukrajina', 'Ukrajina', '804'),
  place('1012 Amsterdam', ['Damrak', 'Herengracht'], 'Holandské kráľovstvo', 'Nizozemsko', '528'),
]
