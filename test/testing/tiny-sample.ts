import { cpSync } from 'node:fs'
import { writeSample } from '../../sample/sample.ts'
import { keepFolder } from '../../src/release/testing/keep-folder.ts'

/** Writes the smallest sample into a folder, for tests of what is done with the files of all registers. */
export async function writeTinySample(dir: string): Promise<void> {
  cpSync(await keepFolder('tiny-sample', write), dir, { recursive: true })
}

const write = (outDir: string) => writeSample({ scale: 'tiny', seed: 3, outDir, today: '2026-11-21' })
