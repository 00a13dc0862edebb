import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BrowserSpending } from '../access/limits/limits.ts'
import { parseIp } from '../access/network/ip.ts'
import { DAY_MS } from '../stdx/time-units.ts'
import { BrowserDay } from './browser-day.ts'

const NOON = Date.UTC(2026, 2, 28, 11)
const ip = parseIp('192.0.2.1')!

const inBudget = (owner: string) => ({ owner, unitsDaily: 100, addressUnitsDaily: null })
const project = (id: string, owner: string) => ({ project: id, clientId: `rgp_${id}`, budget: inBudget(owner) })
const spent = (id: string, ownUnits: number, otherUnits: number) => ({
  ...{ project: id, credential: `rgp_${id}`, ownUnits, otherUnits },
})

describe('a day of browser sessions', () => {
  test('ends at midnight in Bratislava, even on days of a clock change', () => {
    const day = new BrowserDay(NOON + DAY_MS)
    assert.equal(day.shared.endsAtMs - day.startsAtMs, 23 * 3_600_000)
    assert.deepEqual([day.isOver(day.shared.endsAtMs - 1), day.isOver(day.shared.endsAtMs)], [false, true])
  })

  test('counts the units of this server and the charges of others once, however often the books are read', () => {
    const day = new BrowserDay(NOON)
    const here = new BrowserSpending(day.shared, () => 1)
    const projects = [project('a', 'acc'), project('b', 'acc')]
    assert.equal(here.take(inBudget('acc'), ip, 20).outcome, 'taken')
    day.add(projects, [spent('a', 0, 7)])
    day.add(projects, [spent('a', 20, 7), spent('b', 0, 30)])
    day.add(projects, [spent('a', 20, 12), spent('b', 0, 30)])
    assert.equal(day.units('acc'), 20 + 12 + 30)
    assert.equal(here.take(inBudget('acc'), ip, 39).outcome, 'spent')
    assert.equal(here.take(inBudget('acc'), ip, 38).outcome, 'taken')
  })

  test('keeps the used units of a project that gets or loses a budget of its own', () => {
    const day = new BrowserDay(NOON)
    const here = new BrowserSpending(day.shared, () => 1)
    here.take(inBudget('acc'), ip, 20)
    const books = [spent('a', 20, 10), spent('b', 0, 5)]
    day.add([project('a', 'acc'), project('b', 'acc')], books)
    assert.equal(day.units('acc'), 35)
    day.add([project('a', 'a'), project('b', 'acc')], [spent('a', 20, 12), spent('b', 0, 6)])
    assert.deepEqual([day.units('acc'), day.units('a')], [6, 32])
    here.take(inBudget('a'), ip, 3)
    day.add([project('a', 'acc'), project('b', 'acc')], [spent('a', 23, 12), spent('b', 0, 6)])
    assert.deepEqual([day.units('acc'), day.units('a')], [41, 0])
  })
})
