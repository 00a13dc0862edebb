import { Release } from '../../src/release/release.ts'
import { openIndexes } from './searched.ts'
import type { Ready } from './start-time.ts'
import { searchBy } from './time-classes.ts'

/*
 * A process of its own that opens a release with all its indexes and answers: `node ready-process.ts <folder of the
 * release>`. It says when it has answered, and how much memory it had then.
 */
const indexes = openIndexes(Release.open(process.argv[2]!), 'served')
const { companies, addresses } = searchBy(indexes)
const query = { text: 'hlavna 12' }
const found = [companies.sk, companies.cz, addresses.sk, addresses.cz].map((asked) => asked.answer(query).length)
const { rss } = process.memoryUsage()
process.stdout.write(
  JSON.stringify({
    found,
    residentMb: rss / 1e6,
    peakMb: (process.resourceUsage().maxRSS * 1024) / 1e6,
  } satisfies Ready),
)
