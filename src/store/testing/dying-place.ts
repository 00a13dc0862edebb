import type { PlaceWriter, StorePlace } from '../place.ts'

/** A publisher that is killed: every call from one on fails. */
export function dyingPlace(place: StorePlace, callsLeft: number): StorePlace {
  let calls = 0
  const orDie = <T>(call: () => Promise<T>): Promise<T> => {
    calls += 1
    return calls <= callsLeft ? call() : Promise.reject(new Error('killed'))
  }
  return withEachCall(place, orDie)
}

/** The same place, with something done around each call. */
export function withEachCall(place: StorePlace, around: <T>(call: () => Promise<T>) => Promise<T>): StorePlace {
  const { writer } = place
  const wrapped: PlaceWriter = {
    put: (path, content, signal) => around(() => writer!.put(path, content, signal)),
    list: (folder) => around(() => writer!.list(folder)),
    remove: (path) => around(() => writer!.remove(path)),
  }
  return {
    name: place.name,
    read: (path, options) => around(() => place.read(path, options)),
    fetch: (path, to, options) => around(() => place.fetch(path, to, options)),
    writer: wrapped,
  }
}
