import { syncBuiltinESMExports } from 'node:module'

/*
 * Traps keep the real world out of a simulated one: each of these functions throws. The kernel has taken what it
 * needs before.
 */

let isSimulating = false

/** Replaces a function that would let the real world in. */
function trap(owner: object, name: string): void {
  const real = Reflect.get(owner, name) as (...args: unknown[]) => unknown
  const trapped = function (this: unknown, ...args: unknown[]): unknown {
    if (isSimulating) throw new Error(`simulated code has called ${name}`)
    return Reflect.apply(real, this, args)
  }
  Reflect.set(owner, name, trapped)
}

/** Only `new Date()` without an argument reads the clock. */
function trapDate(): void {
  const real = globalThis.Date
  globalThis.Date = new Proxy(real, {
    construct(target, args, newTarget) {
      if (isSimulating && args.length === 0) throw new Error('simulated code has called new Date()')
      return Reflect.construct(target, args, newTarget) as object
    },
  })
}

let areSet = false

/** Sets the traps of this thread. They throw only within `runSimulated`. */
export async function setTraps(): Promise<void> {
  if (areSet) return
  areSet = true
  trapDate()
  for (const name of ['setTimeout', 'setInterval', 'setImmediate']) trap(globalThis, name)
  trap(Math, 'random')
  trap(Date, 'now')
  trap(performance, 'now')
  trap(process, 'hrtime')
  trap(Temporal.Now, 'instant')
  trap(Temporal.Now, 'zonedDateTimeISO')
  const crypto = (await import('node:crypto')).default
  for (const name of ['randomBytes', 'randomUUID', 'randomInt', 'getRandomValues']) trap(crypto, name)
  const fs = (await import('node:fs')).default
  for (const name of ['openSync', 'readSync', 'writeSync', 'fsyncSync', 'readFileSync', 'writeFileSync', 'renameSync'])
    trap(fs, name)
  syncBuiltinESMExports()
}

export async function runSimulated<T>(work: () => Promise<T>): Promise<T> {
  isSimulating = true
  try {
    return await work()
  } finally {
    isSimulating = false
  }
}
