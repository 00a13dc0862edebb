import Type, { type TObject, type TProperties } from 'typebox'

/** Every object is closed: no fields beyond those listed. */
export function strictObject<P extends TProperties>(
  properties: P,
  options: Readonly<Record<string, unknown>> = {},
): TObject<P> {
  return Type.Object(properties, { ...options, additionalProperties: false })
}
