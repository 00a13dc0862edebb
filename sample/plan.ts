/**
 * How large the sample is. `tiny` for tests, `small` for a demo, `national` for measuring: the figures of the registers
 * themselves.
 */
export const SCALES = ['tiny', 'small', 'national'] as const
export type Scale = (typeof SCALES)[number]

export interface CountryPlan {
  readonly points: number
  readonly towns: number
  readonly municipalities: number
}

export interface Plan {
  readonly slovakia: CountryPlan
  readonly czechia: CountryPlan
  /**
   * Regions that also come as RAGEO files. One at national scale: the whole country would be 1.4 GB of the same again.
   */
  readonly rageoRegions: readonly string[]
  readonly rpo: RpoPlan
  readonly res: ResPlan
  /** Subjects of public registers that RES has forgotten: gone for more than four years. */
  readonly vrOnly: number
}

export interface RpoPlan {
  readonly liveFirms: number
  readonly liveTraders: number
  readonly dissolved: number
  readonly recordsPerPart: number
  readonly dailies: number
  readonly changesPerDaily: number
}

export interface ResPlan {
  readonly liveTraders: number
  readonly liveFirms: number
  readonly goneFirms: number
  /** Rows that have nothing but ICO and the day of the end. */
  readonly endedTraders: number
}

export const PLANS: Readonly<Record<Scale, Plan>> = {
  tiny: {
    slovakia: { points: 400, towns: 12, municipalities: 78 },
    czechia: { points: 620, towns: 24, municipalities: 60 },
    rageoRegions: ['SK010', 'SK023', 'SK042'],
    rpo: { liveFirms: 90, liveTraders: 60, dissolved: 150, recordsPerPart: 160, dailies: 2, changesPerDaily: 9 },
    res: { liveTraders: 200, liveFirms: 110, goneFirms: 20, endedTraders: 50 },
    vrOnly: 30,
  },
  small: {
    slovakia: { points: 30_000, towns: 200, municipalities: 420 },
    czechia: { points: 51_000, towns: 300, municipalities: 900 },
    rageoRegions: ['SK010', 'SK023', 'SK042'],
    rpo: {
      liveFirms: 8_300,
      liveTraders: 9_400,
      dissolved: 20_300,
      recordsPerPart: 20_000,
      dailies: 2,
      changesPerDaily: 150,
    },
    res: { liveTraders: 35_000, liveFirms: 15_000, goneFirms: 1_400, endedTraders: 8_400 },
    vrOnly: 6_300,
  },
  national: {
    slovakia: { points: 1_739_536, towns: 200, municipalities: 2_927 },
    czechia: { points: 3_020_222, towns: 300, municipalities: 6_258 },
    rageoRegions: ['SK010'],
    rpo: {
      liveFirms: 491_000,
      liveTraders: 558_269,
      dissolved: 1_205_355,
      recordsPerPart: 100_000,
      dailies: 2,
      changesPerDaily: 5_000,
    },
    res: { liveTraders: 2_067_103, liveFirms: 880_040, goneFirms: 84_398, endedTraders: 497_410 },
    vrOnly: 340_500,
  },
}
