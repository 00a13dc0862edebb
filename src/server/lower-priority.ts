import { setPriority } from 'node:os'

/** Lower than the priority of http threads, yet a tenth of a processor that is never idle: the work always ends. */
const PRIORITY = 10

/**
 * Lowers the priority of this thread, so that http threads never wait for it. Only Linux has priorities per thread;
 * elsewhere it would be that of the whole server.
 */
export function lowerPriority(): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(PRIORITY)
  } catch {
    // Some containers forbid it; then the thread runs at the normal priority.
  }
}
