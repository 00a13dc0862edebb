import { ofWoman } from '../names/people.ts'

/** A street named after a person: Novákova, Veselého. */
export function streetOf(surname: string): string {
  if (surname.endsWith('ý')) return `${surname.slice(0, -1)}ého`
  if (surname.endsWith('í')) return `${surname}ho`
  return ofWoman(surname).replace(/á$/, 'a')
}

/** The genitive of a Czech surname: Nováka, Veselého, Kučery. */
export function czechGenitive(name: string): string {
  if (name.endsWith('ý')) return `${name.slice(0, -1)}ého`
  if (/[íů]$/.test(name)) return name.endsWith('í') ? `${name}ho` : name
  if (name.endsWith('a')) return `${name.slice(0, -1)}y`
  if (/[eě]k$/.test(name)) return `${name.slice(0, -2)}ka`
  if (name.endsWith('ec')) return `${name.slice(0, -2)}ce`
  if (name.endsWith('el')) return `${name.slice(0, -2)}la`
  if (/[eo]$/.test(name)) return name
  return /[čřšžcj]$/.test(name) ? `${name}e` : `${name}a`
}

/** The genitive of a Slovak surname: Nováka, Veselého, Kučeru. */
export function slovakGenitive(name: string): string {
  if (name.endsWith('ý')) return `${name.slice(0, -1)}ého`
  if (name.endsWith('í')) return `${name}ho`
  if (name.endsWith('a')) return `${name.slice(0, -1)}u`
  if (/[eě]k$/.test(name)) return `${name.slice(0, -2)}ka`
  if (name.endsWith('ec')) return `${name.slice(0, -2)}ca`
  if (name.endsWith('ol')) return `${name.slice(0, -2)}la`
  if (name.endsWith('o')) return `${name.slice(0, -1)}a`
  return /[eéi]$/.test(name) ? name : `${name}a`
}

/** The street that leads to a village: Lhotská, Kamenická, Slatinská. */
export function leadingTo(village: string): string {
  const stem = village.replace(/(á|é|ý|í|y|a|e|o|i)$/, '')
  if (/(c|č|k|h|ch)$/.test(stem)) return `${stem.replace(/(c|č|k|h|ch)$/, '')}cká`
  return `${stem}ská`
}
