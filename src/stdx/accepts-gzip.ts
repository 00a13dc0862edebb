/** Whether `Accept-Encoding` takes gzip: it is listed, alone or as `*`, and not with the weight 0. */
export function acceptsGzip(header: string | readonly string[] | undefined): boolean {
  const weights = new Map<string, boolean>()
  for (const part of String(header ?? '')
    .toLowerCase()
    .split(',')) {
    const [name = '', ...parameters] = part.split(';').map((word) => word.trim())
    weights.set(name, !parameters.some((parameter) => /^q=0(\.0{0,3})?$/.test(parameter)))
  }
  return weights.get('gzip') ?? weights.get('*') ?? false
}
