/** A position in degrees. */
interface Position {
  readonly latitude: number
  readonly longitude: number
}

/** `browser`: the position of the device, if the page has already been given it. */
export type Near = Position | 'browser'

type Device = Pick<Navigator, 'permissions' | 'geolocation'>

/** Within this time the browser may give a position that it knows. */
const KNOWN_MS = 3_600_000

/**
 * Returns a function that gives the position to search near, as far as it is known. It never makes the browser ask the
 * person: the position is read only if the page has the permission.
 */
export function createNear(near: Near | undefined, device: Device = navigator): () => Position | undefined {
  let position = near && near !== 'browser' ? roundPosition(near) : undefined
  let isReading = near !== 'browser'

  async function read(): Promise<void> {
    isReading = true
    try {
      // Pages without TLS have neither.
      if ((await device.permissions.query({ name: 'geolocation' })).state === 'granted') {
        const { coords } = await new Promise<GeolocationPosition>((resolve, reject) =>
          device.geolocation.getCurrentPosition(resolve, reject, { maximumAge: KNOWN_MS }),
        )
        position = roundPosition(coords)
      }
    } catch {}
    // The page may be given it later.
    isReading = !!position
  }

  return () => {
    if (!isReading) void read()
    return position
  }
}

/** Parses two numbers, as `48.72, 21.26`. Any other text is no position. */
export function parseNear(text: string | undefined): Near | undefined {
  if (text === 'browser') return text
  const [latitude, longitude, ...more] = (text ?? '')
    .split(',')
    .map((part) => (part.trim() ? Number(part) : Number.NaN))
  const isSound = Math.abs(latitude!) <= 90 && Math.abs(longitude!) <= 180 && !more.length
  return isSound ? { latitude: latitude!, longitude: longitude! } : undefined
}

/** To a hundredth of a degree, about a kilometre: nearer than that no house is told. */
function roundPosition({ latitude, longitude }: Position): Position {
  return { latitude: Number(latitude.toFixed(2)), longitude: Number(longitude.toFixed(2)) }
}
