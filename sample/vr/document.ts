import type { Random } from '../../src/stdx/random.ts'
import { CZECH_FORM_NAMES } from '../companies/czech-forms.ts'
import type { CzechSubject, CzechSubjects } from '../companies/czech-subjects.ts'
import type { CzechTraps } from '../companies/czech-traps.ts'
import { dayText, placeholderDay } from '../days.ts'
import { activities, bodies } from './persons.ts'
import { seatXml } from './seat.ts'
import { tag } from './tag.ts'

const NAMESPACE = 'http://wwwinfo.mfcr.cz/ares/xml_doc/schemas/ares/ares_answer_vreo/v_1.0.0'

/** The extract of one subject; with a branch, two extracts in one document, the second without a number of its own. */
export function vrDocument(subject: CzechSubject, subjects: CzechSubjects, random: Random, day: string): string {
  const { traps } = subjects
  const extracts = [extract(subject, subjects, random, day)]
  if (traps.branch(subject.number)) extracts.push(branchExtract(subject, traps, random, day))
  return answer(extracts.join(''), day)
}

/** What the archive has of a number whose extract was not found when it was made. */
export function vrNotFound(day: string): string {
  return answer(`<are:Error>\n${tag('Error_kod', '1')}${tag('Error_text', 'Výpis nebyl nalezen')}</are:Error>\n`, day)
}

function answer(content: string, day: string): string {
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<are:Ares_odpovedi xmlns:are="${NAMESPACE}" odpoved_datum_cas="${day}T04:10:22" ` +
    `odpoved_pocet="1" odpoved_typ="Vypis_VREO">\n` +
    `<are:Odpoved>\n<are:Pomocne_ID>0</are:Pomocne_ID>\n${content}</are:Odpoved>\n</are:Ares_odpovedi>\n`
  )
}

function extract(subject: CzechSubject, subjects: CzechSubjects, random: Random, day: string): string {
  const { traps } = subjects
  const { number, kind, form, ico, name, founded, ended } = subject
  const entered = founded + random.below(60)
  const formFields = traps.noLegalFormInVr(number)
    ? ''
    : tag('Kod_PF', form.code) + tag('Nazev_PF', CZECH_FORM_NAMES.get(form.code) ?? '')
  const begin = subjects.hasUnknownFounding(subject) ? placeholderDay(number) : founded
  const entry = kind === 'firm' && traps.unknownEntryDate(number) ? placeholderDay(number) : entered
  const end = ended !== null && subjects.hasUnknownEnd(number, kind) ? placeholderDay(number) : ended
  const isDeletedFor =
    (kind === 'gone' || kind === 'forgotten') && traps.reasonOfDeletion(subjects.numberInClass(number, kind))
  const reason = isDeletedFor ? `<are:DuvodVymazu>\n${tag('Text', 'Zánik bez likvidace')}</are:DuvodVymazu>\n` : ''
  const status = traps.unreadFieldsInVr(number) ? tag('StatusVerejneProspesnosti', 'false') : ''
  return (
    `<are:Vypis_VREO>\n${head(random, day)}<are:Zakladni_udaje>\n` +
    `${tag('Rejstrik', form.rejstrik ?? '')}${tag('ICO', ico)}` +
    `${traps.noNameInVr(number) ? '' : tag('ObchodniFirma', name)}${formFields}${seatXml(subject, traps)}` +
    `${tag('DatumVzniku', dayText(begin))}${tag('DatumZapisu', dayText(entry))}` +
    `${end === null ? '' : tag('DatumVymazu', dayText(end))}${reason}${status}` +
    `${activities(form.rejstrik, random)}</are:Zakladni_udaje>\n` +
    `${bodies(entered, ended, random)}</are:Vypis_VREO>\n`
  )
}

function branchExtract(subject: CzechSubject, traps: CzechTraps, random: Random, day: string): string {
  return (
    `<are:Vypis_VREO>\n${head(random, day)}<are:Zakladni_udaje>\n${tag('Rejstrik', 'OR')}` +
    `${tag('ObchodniFirma', `${subject.name}, odštěpný závod`)}` +
    `${seatXml(subject, traps)}` +
    `${tag('DatumZapisu', dayText(subject.founded + 400))}</are:Zakladni_udaje>\n</are:Vypis_VREO>\n`
  )
}

function head(random: Random, day: string): string {
  const time = `0${random.below(4)}:${10 + random.below(50)}:${10 + random.below(50)}`
  return (
    `<are:Uvod>\n${tag('Nadpis', 'Údaje platné ke dni')}${tag('Aktualizace_DB', day)}${tag('Datum_vypisu', day)}` +
    `${tag('Cas_vypisu', time)}${tag('Typ_vypisu', 'aktualni')}</are:Uvod>\n`
  )
}
