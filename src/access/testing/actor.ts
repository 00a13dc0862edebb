import type { Actor } from '../control/acts.ts'

export const TEST_ACTOR: Actor = { who: 'anna', via: 'command', place: 'desk' }
