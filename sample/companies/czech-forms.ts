import type { Random } from '../../src/stdx/random.ts'
import type { Model } from '../model.ts'
import { drawByWeight } from '../pick.ts'
import { readTable } from '../read-table.ts'

/** Which public register keeps a form. None: it is not in the public registers. */
export type Rejstrik = 'OR' | 'SR' | 'RSVJ' | 'NR' | 'RU' | 'ROPS'

export interface CzechForm {
  /** List 56. */
  readonly code: string
  /** List 149: the form per ROS; natural persons have others there. */
  readonly ros: string
  readonly rejstrik: Rejstrik | null
}

const form = (code: string, rejstrik: Rejstrik | null, ros = code): CzechForm => ({ code, ros, rejstrik })

export const LIMITED_COMPANY = form('112', 'OR')

const OWNERS = form('145', 'RSVJ')
const ASSOCIATION = form('706', 'SR')
const FUND = form('118', 'NR')
const BENEFIT_COMPANY = form('141', 'ROPS')
const INSTITUTE = form('161', 'RU')

/** In model 2 the firms after the trapped ones have these, so that each public register has a document. */
export const FORM_OF_EACH_REGISTER: readonly CzechForm[] = [OWNERS, ASSOCIATION, FUND, BENEFIT_COMPANY, INSTITUTE]

export const largeForm = drawByWeight<CzechForm>([
  [form('121', 'OR'), 5],
  [form('325', null), 2],
  [form('361', null), 1],
  [form('301', 'OR'), 1],
])

/** Model 2 has as many associations of owners as there are, 72 964 of 880 040 living firms. */
export function czechFirmForm(model: Model): (random: Random) => CzechForm {
  return model === 1 ? FIRM_FORMS_1 : FIRM_FORMS
}

const firmForms = (owners: number) =>
  drawByWeight<CzechForm>([
    [LIMITED_COMPANY, 60],
    [ASSOCIATION, 13],
    [OWNERS, owners],
    [form('736', 'SR'), 4],
    [form('121', 'OR'), 3],
    [form('331', 'OR'), 1.3],
    [form('205', 'OR'), 1.4],
    [form('421', 'OR'), 0.8],
    [form('801', null), 0.7],
    [form('111', 'OR'), 0.7],
    [form('721', null), 0.5],
    [FUND, 0.3],
    [BENEFIT_COMPANY, 0.3],
    [INSTITUTE, 0.25],
    [form('932', 'OR'), 0.2],
    [form('961', null), 0.2],
    [form('113', 'OR'), 0.1],
    [form('117', 'NR'), 0.1],
    [form('325', null), 0.05],
    [form('361', null), 0.03],
    [form('301', 'OR'), 0.01],
  ])
const FIRM_FORMS_1 = firmForms(9)
const FIRM_FORMS = firmForms(7.86)

export const czechTraderForm = drawByWeight<CzechForm>([
  [form('101', null, '100'), 88],
  [form('105', null, '100'), 6],
  [form('107', null, '100'), 2.5],
  [form('424', null, '100'), 3.5],
])

/** Codes that only the historical edition of list 56 still names, with the last day of each. */
export const HISTORICAL_FORM_NAMES: ReadonlyMap<string, readonly [name: string, validTo: string]> = new Map([
  ['201', ['Zemědělské družstvo', '2011-12-31']],
  ['233', ['Bytové družstvo', '2013-12-31']],
  ['701', ['Sdružení (svaz, spolek, společnost, klub aj.)', '2013-12-31']],
])

/** What the historical edition calls a code that the current one calls otherwise. */
export const FORMER_FORM_NAMES: ReadonlyMap<string, readonly [name: string, validTo: string]> = new Map([
  ['801', ['Obec nebo městská část hlavního města Prahy', '2013-12-31']],
])

/** Names in list 56, by code. */
export const CZECH_FORM_NAMES: ReadonlyMap<string, string> = new Map(
  readTable('czech/legal-forms.tsv', ['code', 'name']).map(({ code, name }) => [code, name]),
)
