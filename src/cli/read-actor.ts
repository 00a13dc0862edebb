import { hostname, userInfo } from 'node:os'
import type { Actor } from '../access/control/acts.ts'
import { currentCall } from './shell.ts'

/** The user of the system who called the command, also behind `sudo`, and the machine. */
export function readActor(): Actor {
  const { SUDO_USER: person, SSH_CONNECTION: connection } = currentCall().env
  const user = readUser()
  const [address] = connection?.split(' ') ?? []
  return {
    who: person === undefined || person === user ? user : `${person} as ${user}`,
    via: 'command',
    place: address ? `${hostname()} from ${address}` : hostname(),
  }
}

/** A container may run under a number without a name. */
function readUser(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? '?'}`
  }
}
