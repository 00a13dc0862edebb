import { drawByWeight } from '../pick.ts'

export interface SlovakForm {
  readonly code: string
  readonly label: string
  readonly natural: boolean
  readonly register: SlovakRegister
}

/** Code list CL010112. Codes above 3 are real codes; which of them means what is our guess. */
export interface SlovakRegister {
  readonly code: string
  readonly label: string
  readonly office: 'court' | 'trades' | 'ministry'
}

const register = (code: string, label: string, office: SlovakRegister['office']): SlovakRegister => ({
  code,
  label,
  office,
})

export const COMMERCIAL = register('1', 'Obchodný register', 'court')
export const TRADES = register('2', 'Živnostenský register', 'trades')
const ASSOCIATIONS = register('10', 'Register občianskych združení', 'ministry')
const FOUNDATIONS = register('11', 'Register nadácií', 'ministry')
const NON_PROFITS = register('12', 'Register neziskových organizácií', 'ministry')
const CHURCHES = register('13', 'Register cirkví a náboženských spoločností', 'ministry')
const OWNERS = register('14', 'Register spoločenstiev vlastníkov bytov a nebytových priestorov', 'trades')
const PROFESSIONS = register('20', 'Zoznam slobodných povolaní', 'ministry')
/** Permits and lists that a sole trader stands in beside the register of trades, with how many do. */
const PERMITS = [
  [
    register('41', 'Register finančných agentov, finančných poradcov a finančných sprostredkovateľov', 'ministry'),
    7_414,
  ],
  [register('42', 'Evidencia koncesií na výkon taxislužby', 'ministry'), 2_751],
  [register('43', 'Register fyzických osôb v športe', 'ministry'), 2_472],
  [register('44', 'Register povolení v cestnej doprave', 'ministry'), 2_000],
] as const
const FARMERS = register('30', 'Evidencia samostatne hospodáriacich roľníkov', 'trades')
const OTHERS = register('37', 'Iná evidencia', 'ministry')

const firm = (code: string, label: string, kept: SlovakRegister): SlovakForm => ({
  code,
  label,
  natural: false,
  register: kept,
})
const trader = (code: string, label: string, kept: SlovakRegister): SlovakForm => ({
  code,
  label,
  natural: true,
  register: kept,
})

export const LIMITED_COMPANY = firm('112', 'Spoločnosť s ručením obmedzeným', COMMERCIAL)
const STOCK = firm('121', 'Akciová spoločnosť', COMMERCIAL)
const COOPERATIVE = firm('205', 'Družstvo', COMMERCIAL)
const GENERAL = firm('111', 'Verejná obchodná spoločnosť', COMMERCIAL)
const PARTNERS = firm('113', 'Komanditná spoločnosť', COMMERCIAL)
const ASSOCIATION = firm('701', 'Združenie (zväz, spolok, spoločnosť, klub ai.)', ASSOCIATIONS)
const UNSPECIFIED = firm('995', 'Nešpecifikovaná právna forma', OTHERS)
/** Code 101 goes by two labels: a reader takes the one of the record. */
const TRADER = trader('101', 'Podnikateľ-fyzická osoba-nezapísaný v obchodnom registri', TRADES)
const TRADER_SHORT = trader('101', 'Podnikateľ-fyzická osoba', TRADES)
const TRADER_REGISTERED = trader('102', 'Podnikateľ-fyzická osoba-zapísaný v obchodnom registri', COMMERCIAL)
const FARMER = trader('103', 'Samostatne hospodáriaci roľník nezapísaný v obchodnom registri', FARMERS)
const PROFESSION = trader(
  '105',
  'Slobodné povolanie-fyzická osoba podnikajúca na základe iného ako živnostenského zákona',
  PROFESSIONS,
)

/** In model 2 some traders have this form. */
export const SELF_EMPLOYED = trader('001', 'Samostatne zárobkovo činná osoba', TRADES)

const BUDGETARY = firm('321', 'Rozpočtová organizácia', OTHERS)
const STATE_ENTERPRISE = firm('301', 'Štátny podnik', COMMERCIAL)

export const largeForm = drawByWeight<SlovakForm>([
  [STOCK, 5],
  [BUDGETARY, 3],
  [STATE_ENTERPRISE, 1],
])

export const liveFirmForm = drawByWeight<SlovakForm>([
  [LIMITED_COMPANY, 370_589],
  [ASSOCIATION, 60_000],
  [firm('271', 'Spoločenstvo vlastníkov pozemkov, bytov a pod.', OWNERS), 18_000],
  [UNSPECIFIED, 8_000],
  [firm('331', 'Príspevková organizácia', OTHERS), 7_000],
  [STOCK, 5_946],
  [BUDGETARY, 5_500],
  [firm('120', 'Nezisková organizácia poskytujúca všeobecne prospešné služby', NON_PROFITS), 3_000],
  [firm('801', 'Obec (obecný úrad), mesto (mestský úrad)', OTHERS), 2_890],
  [firm('721', 'Cirkevná organizácia', CHURCHES), 2_700],
  [COOPERATIVE, 1_935],
  [PARTNERS, 1_216],
  [GENERAL, 822],
  [firm('117', 'Nadácia', FOUNDATIONS), 750],
  [firm('751', 'Záujmové združenie právnických osôb', ASSOCIATIONS), 600],
  [firm('119', 'Nezisková organizácia', NON_PROFITS), 200],
  [STATE_ENTERPRISE, 20],
])

export const liveTraderForm = drawByWeight<SlovakForm>([
  [TRADER, 72],
  [TRADER_SHORT, 16],
  [PROFESSION, 9],
  [FARMER, 2.5],
  [TRADER_REGISTERED, 0.5],
])

export const permitForm = drawByWeight(
  PERMITS.map(([kept, holders]) => [{ ...PROFESSION, register: kept }, holders] as const),
)

export const dissolvedForm = drawByWeight<SlovakForm>([
  [TRADER, 62],
  [TRADER_SHORT, 15],
  [LIMITED_COMPANY, 9],
  [PROFESSION, 5],
  [FARMER, 4],
  [ASSOCIATION, 2],
  [UNSPECIFIED, 1.2],
  [TRADER_REGISTERED, 0.6],
  [STOCK, 0.4],
  [COOPERATIVE, 0.3],
  [GENERAL, 0.3],
  [PARTNERS, 0.2],
])
