import { splitWords } from './words.ts'

/**
 * Short names of large subjects that their initials do not give, by company number, each with the place where it is
 * used. Both countries number from one row, so a number names one subject.
 */
const SHORT_NAMES: readonly (readonly [ico: string, short: string, used: string])[] = [
  ['00151653', 'SLSP', 'slsp.sk'],
  ['35937874', 'VŠZP', 'vszp.sk'],
  ['00397610', 'TUKE', 'tuke.sk'],
  ['00397865', 'UK', 'uniba.sk'],
  ['00397865', 'Uniba', 'uniba.sk'],
  ['00399957', 'EUBA', 'euba.sk'],
  ['00397563', 'UNIZA', 'uniza.sk'],
  ['17070775', 'UNIPO', 'unipo.sk'],
  ['47232480', 'RTVS', 'the broadcaster until 2024'],
  ['47232480', 'STVR', 'stvr.sk'],
  ['35914939', 'ŽSSK', 'zssk.sk'],
  ['36199222', 'USSK', 'usske.sk'],
  ['36854140', 'ČSOB', 'csob.sk'],
  ['51865467', 'SSE', 'sse.sk'],
  ['36442151', 'SSD', 'ssd.sk'],
  ['35823551', 'ZSE', 'zse.sk'],
  ['36361518', 'ZSDIS', 'zsdis.sk'],
  ['36599361', 'VSD', 'vsds.sk'],
  ['35829052', 'SEAS', 'seas.sk'],
  ['35815256', 'SPP', 'spp.sk'],
  ['00686930', 'TB', 'tatrabanka.sk'],
  ['00001350', 'ČSOB', 'csob.cz'],
  ['45317054', 'KB', 'kb.cz'],
  ['45244782', 'ČS', 'csas.cz'],
  ['00027383', 'ČT', 'ceskatelevize.cz'],
  ['45245053', 'ČRo', 'rozhlas.cz'],
  ['70994226', 'ČD', 'cd.cz'],
  ['47114983', 'ČP', 'ceskaposta.cz'],
  ['70994234', 'SŽ', 'spravazeleznic.cz'],
  ['00005886', 'DPP', 'dpp.cz'],
  ['60193913', 'PRE', 'pre.cz'],
  ['00216208', 'UK', 'cuni.cz'],
  ['00216224', 'MUNI', 'muni.cz'],
  ['61989592', 'UPOL', 'upol.cz'],
  ['49777513', 'ZČU', 'zcu.cz'],
  ['60076658', 'JU', 'jcu.cz'],
  ['62156489', 'MENDELU', 'mendelu.cz'],
  ['60461373', 'VŠCHT', 'vscht.cz'],
]

/** Folded, by company number. */
const BY_ICO: ReadonlyMap<number, readonly string[]> = new Map(
  [...Map.groupBy(SHORT_NAMES, ([ico]) => ico)].map(([ico, rows]) => [
    Number(ico),
    rows.map(([, short]) => splitWords(short)[0]!.text),
  ]),
)

export function shortNamesOf(ico: number): readonly string[] {
  return BY_ICO.get(ico) ?? []
}
