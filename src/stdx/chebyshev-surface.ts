/** Maps a point of the plane to two numbers. */
export type PlaneMap = (x: number, y: number) => readonly [number, number]

export interface PlaneBox {
  readonly xMin: number
  readonly xMax: number
  readonly yMin: number
  readonly yMax: number
}

/**
 * Terms of each variable. For a smooth map, ten give nearly the precision of a double. The cost grows with the square.
 */
const TERMS = 10

/**
 * Approximates a slow smooth map inside a box by a polynomial through a hundred of its points. With Chebyshev
 * polynomials at Chebyshev points, the error is spread evenly and falls tenfold with each term. Outside the box the
 * map itself is called.
 */
export function chebyshevSurface(map: PlaneMap, box: PlaneBox): PlaneMap {
  const xMiddle = (box.xMin + box.xMax) / 2
  const yMiddle = (box.yMin + box.yMax) / 2
  const xHalf = (box.xMax - box.xMin) / 2
  const yHalf = (box.yMax - box.yMin) / 2
  const [first, second] = coefficients((u, v) => map(xMiddle + u * xHalf, yMiddle + v * yHalf))
  const inV = new Float64Array(TERMS)

  return (x, y) => {
    const u = (x - xMiddle) / xHalf
    const v = (y - yMiddle) / yHalf
    if (!(-1 <= u && u <= 1 && -1 <= v && v <= 1)) return map(x, y)
    inV[0] = 1
    inV[1] = v
    for (let j = 2; j < TERMS; j++) inV[j] = 2 * v * inV[j - 1]! - inV[j - 2]!
    let a = 0
    let b = 0
    let inU = 1
    let inUNext = u
    let at = 0
    for (let i = 0; i < TERMS; i++) {
      let rowA = 0
      let rowB = 0
      for (let j = 0; j < TERMS - i; j++) {
        const term = inV[j]!
        rowA += first[at]! * term
        rowB += second[at]! * term
        at += 1
      }
      a += rowA * inU
      b += rowB * inU
      const after = 2 * u * inUNext - inU
      inU = inUNext
      inUNext = after
    }
    return [a, b]
  }
}

/** Row by row, only terms whose degrees sum to less than TERMS: the others are smaller than the error. */
function coefficients(map: PlaneMap): [Float64Array, Float64Array] {
  const angles = Array.from({ length: TERMS }, (_, k) => (Math.PI * (k + 0.5)) / TERMS)
  const samples = angles.map((p) => angles.map((q) => map(Math.cos(p), Math.cos(q))))
  const size = (TERMS * (TERMS + 1)) / 2
  const both: [Float64Array, Float64Array] = [new Float64Array(size), new Float64Array(size)]
  let at = 0
  for (let i = 0; i < TERMS; i++) {
    for (let j = 0; j < TERMS - i; j++) {
      const scale = ((i === 0 ? 1 : 2) * (j === 0 ? 1 : 2)) / (TERMS * TERMS)
      for (const [k, p] of angles.entries()) {
        for (const [l, q] of angles.entries()) {
          const weight = scale * Math.cos(i * p) * Math.cos(j * q)
          both[0][at]! += weight * samples[k]![l]![0]
          both[1][at]! += weight * samples[k]![l]![1]
        }
      }
      at += 1
    }
  }
  return both
}
