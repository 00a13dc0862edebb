import { closeSync, openSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Ledger } from '../../src/ledger/ledger.ts'
import { trustInAllAt } from '../../src/ledger/testing/trust-in-all.ts'
import { describeKnownError } from '../../src/stdx/known-error.ts'

/*
 * Opens a ledger that audits its books at once, and writes the result as one line of JSON. `closes`: stops the ledger
 * during that audit. `no_files`: leaves no file to open until the audit has ended. `trusts`: leaves no file to open,
 * and trusts the books.
 */
const { values } = parseArgs({ options: { data: { type: 'string' }, how: { type: 'string' } } })
const troubles: string[] = []
const audited = Promise.withResolvers<void>()
const ledger = await Ledger.open({
  ...{ data: values.data!, databaseUrl: undefined, audits: 'hourly' },
  warn(text) {
    troubles.push(text)
    audited.resolve()
  },
})
if (values.how === 'closes') {
  await ledger.close()
  process.stdout.write(JSON.stringify({ troubles }))
} else if (values.how === 'trusts') {
  const files = allFiles()
  const refused = ledger.trust({ who: 'operator', why: 'looked', doubts: [] })
  const sentence = await refused.then(() => 'trusted', describeKnownError)
  for (const file of files) closeSync(file)
  await ledger.close()
  process.stdout.write(JSON.stringify({ troubles, sentence }))
} else {
  const files = allFiles()
  await audited.promise
  for (const file of files) closeSync(file)
  const { doubts } = await trustInAllAt({ data: values.data! }, 'looked')
  await ledger.close()
  process.stdout.write(JSON.stringify({ troubles, doubts }))
}

/** The parent process has limited the number of files. */
function allFiles(): number[] {
  const files: number[] = []
  try {
    for (;;) files.push(openSync('/dev/null', 'r'))
  } catch {
    return files
  }
}
