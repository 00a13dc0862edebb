import { readFileSync } from 'node:fs'

const CHECK_MS = 500
const SHELL = /^(sh|dash|bash|ash|zsh)$/

/** Aborts when npm has ended. A killed npm passes no signal on, and the server would keep its port. */
export function abortWithParent(controller: AbortController): void {
  const atStart = readParents()
  const timer = setInterval(() => {
    if (readParents() === atStart) return
    clearInterval(timer)
    controller.abort()
  }, CHECK_MS)
  timer.unref()
}

/** The parent; and the one above it if the parent is the shell in which npm runs a script. */
function readParents(): string {
  const { ppid } = process
  try {
    const [, name, parent] = /^\d+ \((.*)\) \S+ (\d+) /.exec(readFileSync(`/proc/${ppid}/stat`, 'utf8')) ?? []
    return name !== undefined && SHELL.test(name) ? `${ppid} ${parent}` : String(ppid)
  } catch {
    // Only Linux has /proc; elsewhere the parent is all that is known.
    return String(ppid)
  }
}
