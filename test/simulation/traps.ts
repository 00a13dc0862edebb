import { syncBuiltinESMExports } from 'node:module'

/*
 * While a world is simulated, nothing may look at the real one: each of these throws. The kernel has taken what it needs before.
 */

let isSimulating = false

/** Everything that would let the real world in. The methods of these that only compute are left alone. */
function trap(owner: object, name: string): void {
  const real = Reflect.get(owner, name) as (...args: unknown[]) => unknown
  const trapped = function (this: unknown, ...args: unknown[]): unknown {
    if (isSimulating) throw new Error(`simulated code has called ${name}`)
    return Reflect.apply(real, this, args)
  }
  Reflect.set(owner, name, trapped)
}

/** `new Date()` without a time. */
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

/** Sets the traps of this thread; they spring only within `simulated`. */
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
