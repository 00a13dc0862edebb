import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { diskProblem, freeBytes } from './disk-room.ts'

test('a disk that is nearly full is a problem, one of which nobody can say how full it is is none', () => {
  assert.equal(diskProblem('/data', 64 * 2 ** 20), undefined)
  assert.equal(diskProblem('/data', undefined), undefined)
  assert.match(diskProblem('/data', 64 * 2 ** 20 - 1)!, /^the disk of \/data is full but for 63 MiB: /)
})

test('the room on a disk is told for a folder that is there', () => {
  assert(0 < freeBytes(tmpdir())!)
  assert.equal(freeBytes('/nowhere/at/all'), undefined)
})
