import { join } from 'node:path'
import { count, flag, readTrialOptions } from '../test/testing/trial.ts'
import { MACHINE, readLoad, say, writeReport } from './report.ts'
import { sampleArguments, sampleName, sampleOptions, WORK } from './sample-data.ts'
import { closeFts5, openFts5 } from './search/fts5.ts'
import { queryClasses } from './search/query-classes.ts'
import { sampleRelease } from './search/sample-release.ts'
import { startTime } from './search/start-time.ts'
import { buildTable, classTable, sizeTable, slowestTable, startTable, threadTable } from './search/tables.ts'
import { throughput } from './search/threads.ts'
import { timeClasses } from './search/time-classes.ts'

const chosen = readTrialOptions({
  name: 'bench:search',
  what: 'How large, how fast to build and to start, and how fast to ask the indexes of a sample are, class by class, with SQLite’s FTS5 asked in between.',
  options: {
    ...sampleOptions('national'),
    queries: count('of each class (national 5000, else 1500)', undefined),
    write: flag('puts the tables into bench/results/'),
  },
})
const scale = chosen.scale
/** The small sample is for who works on a search and waits. */
const perClass = chosen.queries ?? (scale === 'national' ? 5000 : 1500)

say(`# Search, ${sampleName(chosen)}`, '')
say(`${MACHINE}; command: \`npm run bench:search -- ${sampleArguments(chosen)} --queries ${perClass}\``, '')
if (scale !== 'national') say('The goals beside the figures are those of the national scale.', '')
const { dir, release, indexes, rebuilt } = await sampleRelease(chosen)
say('## Size', '', ...sizeTable(indexes, dir), '')
say(
  '## Build and start',
  '',
  ...buildTable(rebuilt),
  '',
  ...startTable(startTime(dir, join(WORK, 'compile-cache'))),
  '',
)

const classes = queryClasses(indexes, perClass)
const fts5 = openFts5(indexes, join(WORK, `fts5-${scale}-${chosen.model}`))
const loadBefore = readLoad()
const times = timeClasses(classes, indexes, {
  fts5,
  progress: (name) => process.stderr.write(`${name}\n`),
})
closeFts5(fts5)
say('## Queries', '', ...classTable(times), '', ...slowestTable(times), '')
say(`Load ${loadBefore} before the queries, ${readLoad()} after them.`, '')

const one = await throughput(classes, indexes, 1)
const two = await throughput(classes, indexes, 2)
say('## Threads that share the indexes', '', ...threadTable(one, two), '', `Load ${readLoad()} at the end.`)
release.close()
if (chosen.write) writeReport('search', chosen)
