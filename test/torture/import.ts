// `npm run torture:import -- --kills N --seed S`: kills the importing and publishing process N times (200) and checks what it left.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { killImports } from './kill-import.ts'

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' } },
})
const dir = mkdtempSync(join(tmpdir(), 'regista-torture-'))
try {
  const report = await killImports({
    dir,
    kills: Number(values.kills),
    seed: Number(values.seed),
    progress: ({ kills, landed, insideTransaction, whileBuilding }) => {
      if (kills % 20 === 0)
        console.log(
          `${kills} kills, ${landed} landed, ${insideTransaction} inside a transaction, ${whileBuilding} while building`,
        )
    },
  })
  console.log(
    `${report.kills} kills (seed ${values.seed}): ${JSON.stringify(report)}; nothing was lost, nothing was left half done`,
  )
} finally {
  rmSync(dir, { recursive: true })
}
