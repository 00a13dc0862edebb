/** Nothing was changed. `sentence` has the reason and what to do. */
export interface OperatorMistake {
  readonly outcome: 'invalid' | 'not_found' | 'wrong_state'
  readonly sentence: string
}

export function invalid(sentence: string): OperatorMistake {
  return { outcome: 'invalid', sentence }
}

export function notFound(kind: 'account' | 'project' | 'key', id: string): OperatorMistake {
  return {
    outcome: 'not_found',
    sentence: `There is no ${kind} ${JSON.stringify(id)}. The list command shows the ids.`,
  }
}

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
