import { dirname } from 'node:path'
import { archiveJournal } from '../archive/archive-journal.ts'
import { openBooksToWrite } from '../open-books.ts'

/*
 * Archives like the command, and kills itself at its first step of one kind. Prints its report if it never gets
 * there.
 */
const [books, folder, killAt] = process.argv.slice(2) as [string, string, string]
const databaseUrl = books.startsWith('postgres') ? books : undefined
await using database = await openBooksToWrite({ data: dirname(books), databaseUrl })
const report = await archiveJournal(database, {
  ...{ folder, before: '2099-01' },
  async step({ what }) {
    if (what !== killAt) return
    process.kill(process.pid, 'SIGKILL')
    await new Promise(() => setInterval(() => undefined, 1000))
  },
})
process.stdout.write(JSON.stringify(report))
