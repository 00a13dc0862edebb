import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { count, readTrialOptions, seed } from '../testing/trial.ts'
import { killImports } from './kill-import.ts'

const chosen = readTrialOptions({
  name: 'torture:import',
  what: 'Kills the importing and publishing process at random moments and checks what it left.',
  options: { kills: count('how often', 200), seed },
})
const dir = mkdtempSync(join(tmpdir(), 'regista-torture-'))
try {
  const report = await killImports({
    dir,
    ...chosen,
    progress: ({ kills, landed, insideTransaction, whileBuilding }) => {
      if (kills % 20 === 0)
        console.log(
          `${kills} kills, ${landed} landed, ${insideTransaction} inside a transaction, ${whileBuilding} while building`,
        )
    },
  })
  console.log(
    `${report.kills} kills (seed ${chosen.seed}): ${JSON.stringify(report)}; nothing was lost, nothing was left half done`,
  )
} finally {
  rmSync(dir, { recursive: true })
}
