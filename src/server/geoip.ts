import { readFileSync } from 'node:fs'
import { Reader, type Response } from 'mmdb-lib'
import type { Ip } from '../access/network/network.ts'
import type { HttpPorts } from '../http/http.ts'
import { InputError } from '../stdx/input-error.ts'

/** Reads an operator's file of positions into memory that all threads share. Throws an InputError for another file. */
export function readGeoip(path: string): SharedArrayBuffer {
  let file: Buffer
  try {
    file = readFileSync(path)
  } catch (error) {
    throw new InputError(`${path} cannot be read: ${(error as Error).message}. Choose another with --geoip.`)
  }
  const shared = new SharedArrayBuffer(file.length)
  new Uint8Array(shared).set(file)
  try {
    openReader(shared).get('192.0.2.1')
  } catch (error) {
    throw new InputError(`${path} is not a MaxMind DB file: ${(error as Error).message}. Choose another with --geoip.`)
  }
  return shared
}

/** Returns a function that finds where an address probably is; it returns undefined if the file does not say. */
export function createPositionFinder(file: SharedArrayBuffer): NonNullable<HttpPorts['positionOf']> {
  const positions = openReader(file)
  // A tree of IPv4 addresses would take the first bits of an IPv6 address for another address.
  const families = positions.metadata.ipVersion === 4 ? [4] : [4, 6]
  return ({ text, family }: Ip) => {
    if (!families.includes(family)) return undefined
    const location = (positions.get(text) as Located | null)?.location
    if (typeof location?.latitude !== 'number' || typeof location.longitude !== 'number') return undefined
    return { latitude: location.latitude, longitude: location.longitude }
  }
}

interface Located {
  readonly location?: { readonly latitude?: unknown; readonly longitude?: unknown }
}

function openReader(file: SharedArrayBuffer): Reader<Response> {
  return new Reader<Response>(Buffer.from(file))
}
