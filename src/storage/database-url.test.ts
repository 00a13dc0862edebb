import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { writeTestFiles } from '../stdx/testing/write-test-files.ts'
import { describeDatabaseUrl, listDatabaseHosts, readSeenTimelines, storeSeenTimeline } from './database-url.ts'

describe('the hosts of an address', () => {
  const LISTS = [
    { list: 'a:5432,b:5433', names: ['a:5432', 'b:5433'] },
    { list: 'a,b', names: ['a', 'b'] },
    { list: '[::1]:5432,[fe80::2],127.0.0.1', names: ['[::1]:5432', '[fe80::2]', '127.0.0.1'] },
    { list: '%2Frun%2Fone,%2Frun%2Ftwo', names: ['/run/one', '/run/two'] },
    { list: 'a:5432', names: ['a:5432'] },
  ]
  for (const { list, names } of LISTS)
    test(`${list}: each with user, password, database and settings`, () => {
      const after = '/db?sslmode=verify-full&target_session_attrs=read-write'
      const hosts = list.split(',').map((one, i) => ({ name: names[i], url: `postgres://u:p%40ss@${one}${after}` }))
      assert.deepEqual(listDatabaseHosts(`postgres://u:p%40ss@${list}${after}`), hosts)
      assert.equal(describeDatabaseUrl(`postgres://u:p%40ss@${list}${after}`), `${names.join(',')}/db`)
    })

  const REFUSED = [
    { url: 'postgres://u:secret@a,:5432/db', message: /host 2 of the list cannot be read/ },
    { url: 'postgres://u:secret@a,b:0/db', message: /host 2 / },
    { url: 'postgres://u:secret@a,b:65536/db', message: /host 2 / },
    { url: 'postgres://u:secret@a,b:x/db', message: /host 2 / },
    { url: 'postgres://u:secret@a,/db', message: /host 2 / },
    { url: 'postgres://u:secret@::1,b/db', message: /host 1 .* \[IPv6\]:PORT/ },
    { url: 'postgres://u:sec/ret@a,b/db', message: /host 1 |is no address/ },
    { url: 'postgres:///db?password=secret&host=a,b', message: /in front of the name of the database/ },
    { url: 'postgres://u:secret@a,b/db?host=c', message: /in front of the name of the database/ },
    { url: 'postgres://u:secret@a,b/db?port=1', message: /in front of the name of the database/ },
    { url: 'postgres://u:secret@a,b/db?target_session_attrs=any', message: /must be read-write, or be left out/ },
    { url: 'mysql://u:secret@a/db', message: /is no address of a database/ },
    { url: 'secret', message: /is no address of a database/ },
  ]
  for (const { url, message } of REFUSED)
    test(`${url} is refused without a word of the password`, () => {
      assert.throws(
        () => listDatabaseHosts(url),
        (error: Error) => error.name === 'InputError' && message.test(error.message) && !/sec|ret/.test(error.message),
      )
    })
})

test('of each cluster the newest timeline is kept, and a file that cannot be written stops nothing', () => {
  const [path] = writeTestFiles({ 'timelines.json': '{"a":2,"b":5}' }) as [string]
  for (const [cluster, timeline] of [
    ['a', 3],
    ['b', 4],
    ['c', 1],
    ['', 0],
  ] as const)
    storeSeenTimeline(path, { cluster, timeline })
  assert.deepEqual(Object.fromEntries(readSeenTimelines(path)), { a: 3, b: 5, c: 1 })
  storeSeenTimeline('/no/such/folder/timelines.json', { cluster: 'a', timeline: 9 })
})
