import { openDatabase } from '../../storage/storage.ts'
import { BOOKS_MIGRATIONS } from '../books/sql-store.ts'
import { archiveJournal } from './archive-journal.ts'

/* Archives like the command, and is killed at its first step of one kind. Prints what it did if it never comes there. */
const [books, folder, killAt] = process.argv.slice(2) as [string, string, string]
const migrations = BOOKS_MIGRATIONS
await using database = await openDatabase(
  books.startsWith('postgres')
    ? { url: books, migrations, connections: 1 }
    : { path: books, migrations, mode: 'write' },
)
const report = await archiveJournal(database, {
  ...{ folder, before: '2099-01' },
  async step({ what }) {
    if (what !== killAt) return
    process.kill(process.pid, 'SIGKILL')
    await new Promise(() => setInterval(() => undefined, 1000))
  },
})
process.stdout.write(JSON.stringify(report))
