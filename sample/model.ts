/**
 * Which description of the two countries a sample follows. Model 1 is frozen: its files stay the same byte for byte, so
 * that figures of different versions of Regista can be compared on the same data. New traps and distributions belong to
 * model 2.
 */
export const MODELS = [1, 2] as const
export type Model = (typeof MODELS)[number]
