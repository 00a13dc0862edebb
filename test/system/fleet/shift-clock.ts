/* Preloaded into a server (`--import`): the clock of its machine is wrong by `SHIFT_MS`. */
const RealDate = Date
const shiftMs = Number(process.env.SHIFT_MS)

globalThis.Date = class extends RealDate {
  constructor(...given: readonly unknown[]) {
    if (given.length === 0) super(RealDate.now() + shiftMs)
    else super(...(given as [number]))
  }

  static override now(): number {
    return RealDate.now() + shiftMs
  }
} as DateConstructor
