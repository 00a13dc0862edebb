/** Nothing was changed. `sentence` has the reason and what to do. */
export interface OperatorMistake {
  readonly outcome: 'invalid' | 'not_found' | 'wrong_state' | 'forbidden'
  readonly sentence: string
}

export function invalid(sentence: string): OperatorMistake {
  return { outcome: 'invalid', sentence }
}

/** The operator's token does not allow it. */
export function forbidden(sentence: string): OperatorMistake {
  return { outcome: 'forbidden', sentence }
}

export function notFound(kind: keyof typeof LISTS, id: string): OperatorMistake {
  const [, what] = KINDS.find(([prefix]) => id.startsWith(prefix)) ?? []
  // A key itself is not repeated: terminals and logs keep what they show.
  const named = id.startsWith('rgk_') ? `rgk_…${id.slice(-4)}` : JSON.stringify(id)
  const found =
    what === undefined || what === `the id of ${ARTICLE[kind]}` ? `There is no ${kind} ${named}` : `${named} is ${what}`
  return { outcome: 'not_found', sentence: `${found}. The ids are in: ${LISTS[kind]}` }
}

const ARTICLE = { account: 'an account', project: 'a project', key: 'a key', operator: 'an operator' }
const LISTS = {
  account: 'regista account list',
  project: 'regista project list',
  key: 'regista key list --project ID',
  operator: 'regista operator list',
}
const KINDS = [
  ['acc_', 'the id of an account'],
  ['prj_', 'the id of a project'],
  ['key_', 'the id of a key'],
  ['rgp_', 'a client id, which web pages contain'],
] as const

export function wrongState(sentence: string): OperatorMistake {
  return { outcome: 'wrong_state', sentence }
}

/** Names and reasons are shown in one line. */
export function checkName(name: string, what: 'name' | 'reason' = 'name'): OperatorMistake | undefined {
  if (name.trim() === '') return invalid(`The ${what} is empty. Give it a letter or a digit.`)
  if (NAME_LENGTH_MAX < name.length) return invalid(`A ${what} has at most ${NAME_LENGTH_MAX} characters.`)
  if (!name.isWellFormed() || /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name))
    return invalid(`The ${what} has characters that cannot be shown in one line. Leave them out.`)
  return undefined
}

const NAME_LENGTH_MAX = 200
