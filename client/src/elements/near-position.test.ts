import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createNear, parseNear } from './near-position.ts'

/** A device that counts how often it is asked for its position. */
function newDevice({ state, coords }: { state: string | Error; coords?: object }) {
  const device = { state, asked: 0 }
  const permissions = {
    async query() {
      if (device.state instanceof Error) throw device.state
      return { state: device.state }
    },
  }
  const geolocation = {
    getCurrentPosition(resolve: (position: object) => void, reject: (error: Error) => void) {
      device.asked += 1
      if (coords === undefined) reject(new Error('no position'))
      else resolve({ coords })
    },
  }
  return { device, navigator: { permissions, geolocation } as unknown as Navigator }
}

const BRATISLAVA = { latitude: 48.14896, longitude: 17.10764 }
const ROUNDED = { latitude: 48.15, longitude: 17.11 }

describe('the position to search near', () => {
  test('that the page names is rounded to 0.01 degree, and the device is not asked', async () => {
    const { device, navigator } = newDevice({ state: 'granted', coords: BRATISLAVA })
    for (const near of [BRATISLAVA, undefined]) {
      const read = createNear(near, navigator)
      assert.deepEqual(read(), near && ROUNDED)
      await setImmediate()
      assert.deepEqual(read(), near && ROUNDED)
    }
    assert.equal(device.asked, 0)
  })

  test('of the device is read once, and only if the page has the permission', async () => {
    const { device, navigator } = newDevice({ state: 'prompt', coords: BRATISLAVA })
    const read = createNear('browser', navigator)
    for (const state of ['prompt', 'denied', new Error('no such permission')]) {
      device.state = state
      assert.equal(read(), undefined)
      await setImmediate()
      assert.deepEqual([read(), device.asked], [undefined, 0])
      await setImmediate()
    }
    // The page was given it meanwhile.
    device.state = 'granted'
    read()
    await setImmediate()
    for (let i = 0; i < 3; i++) assert.deepEqual([read(), device.asked], [ROUNDED, 1])
  })

  test('stays unknown if the device does not know it', async () => {
    const { navigator } = newDevice({ state: 'granted' })
    const read = createNear('browser', navigator)
    read()
    await setImmediate()
    assert.equal(read(), undefined)
  })

  for (const [text, near] of [
    ['browser', 'browser'],
    ['48.72, 21.26', { latitude: 48.72, longitude: 21.26 }],
    ['-90,180', { latitude: -90, longitude: 180 }],
    ['48.72', undefined],
    ['48.72,', undefined],
    ['48.72, 21.26, 3', undefined],
    ['91, 21', undefined],
    ['48, 181', undefined],
    ['north', undefined],
    ['', undefined],
    [undefined, undefined],
  ] as const)
    test(`${text} is ${JSON.stringify(near) ?? 'none'}`, () => assert.deepEqual(parseNear(text), near))
})
