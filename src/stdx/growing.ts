type Numbers = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array

/** A typed array that grows by doubling, for building columns whose length nobody knows beforehand. */
export class Growing<A extends Numbers> {
  length = 0
  readonly #make: (length: number) => A
  #values: A

  constructor(make: (length: number) => A) {
    this.#make = make
    this.#values = make(1024)
  }

  push(value: number): void {
    if (this.length === this.#values.length) {
      const grown = this.#make(this.length * 2)
      grown.set(this.#values as never)
      this.#values = grown
    }
    this.#values[this.length] = value
    this.length += 1
  }

  at(index: number): number {
    return this.#values[index]!
  }

  /** What was pushed. A view: pushing more may leave it behind. */
  values(): A {
    return this.#values.subarray(0, this.length) as A
  }
}

export const growingU8 = (): Growing<Uint8Array> => new Growing((length) => new Uint8Array(length))
export const growingU32 = (): Growing<Uint32Array> => new Growing((length) => new Uint32Array(length))
export const growingI32 = (): Growing<Int32Array> => new Growing((length) => new Int32Array(length))
export const growingF64 = (): Growing<Float64Array> => new Growing((length) => new Float64Array(length))
