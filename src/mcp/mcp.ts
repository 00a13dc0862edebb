import { RegistaApi, type SessionOptions, ToolError } from './regista-api.ts'
import { TOOLS } from './tools.ts'

/** The newest first. A client that asks for another one gets the newest and decides. */
const PROTOCOLS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']
const INSTRUCTIONS =
  'Addresses and companies of Slovakia and Czechia from official registers. Each request costs units of a customer: ask only for what is needed, and name the sources where you show the data.'

interface Request {
  readonly jsonrpc?: unknown
  readonly id?: string | number | null
  readonly method?: unknown
  readonly params?: Readonly<Record<string, unknown>>
}

/** Serves the Model Context Protocol: one JSON-RPC message a line, until the lines end. */
export async function serveMcp(
  lines: AsyncIterable<string>,
  write: (line: string) => void,
  options: SessionOptions & { readonly version: string },
): Promise<void> {
  const api = new RegistaApi(options)
  // Whatever a server or an error says, the key leaves with no answer.
  const send = (message: object): void =>
    write(JSON.stringify({ jsonrpc: '2.0', ...message }).replaceAll(options.key, '…'))
  const running = new Set<Promise<void>>()
  for await (const line of lines) {
    const work = answer(line, api, options.version).then((message) => message && send(message))
    const tracked: Promise<void> = work.then(() => void running.delete(tracked))
    running.add(tracked)
  }
  await Promise.all(running)
}

/** Undefined: a notification needs no answer. */
async function answer(line: string, api: RegistaApi, version: string): Promise<object | undefined> {
  const request = parseLine(line)
  if (request?.jsonrpc !== '2.0' || typeof request.method !== 'string')
    return { id: null, error: { code: -32600, message: 'The line is no request of JSON-RPC 2.0.' } }
  const { id, method, params = {} } = request
  if (id === undefined) return undefined
  switch (method) {
    case 'initialize': {
      const protocolVersion = PROTOCOLS.find((one) => one === params.protocolVersion) ?? PROTOCOLS[0]
      const serverInfo = { name: 'regista', version }
      return { id, result: { protocolVersion, capabilities: { tools: {} }, serverInfo, instructions: INSTRUCTIONS } }
    }
    case 'ping':
      return { id, result: {} }
    case 'tools/list':
      return { id, result: { tools: Object.entries(TOOLS).map(describeTool) } }
    case 'tools/call':
      return { id, ...(await callTool(params, api)) }
    default:
      return { id, error: { code: -32601, message: `There is no method ${method}.` } }
  }
}

function parseLine(line: string): Request | undefined {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function describeTool([name, { description, properties, required = [] }]: [string, (typeof TOOLS)[string]]): object {
  const inputSchema = { type: 'object', properties, required, additionalProperties: false }
  return { name, description, inputSchema, annotations: { readOnlyHint: true, openWorldHint: true } }
}

/** An error of a tool is a result: the agent reads its sentence. */
async function callTool(
  { name, arguments: given = {} }: NonNullable<Request['params']>,
  api: RegistaApi,
): Promise<object> {
  const tool = Object.hasOwn(TOOLS, String(name)) ? TOOLS[String(name)]! : undefined
  if (tool === undefined) return { error: { code: -32602, message: `There is no tool ${name}.` } }
  try {
    const { data, meta, unitsAvailable } = await tool.call(api, given as Record<string, unknown>)
    const units = { charged: meta.charged_units, left_in_session: api.unitsLeft, account_may_use_now: unitsAvailable }
    const { sources = [], warnings = [], data_as_of = null } = meta
    const structuredContent = { data, units, sources, data_as_of, warnings }
    const text = JSON.stringify(structuredContent)
    return { result: { content: [{ type: 'text', text }], structuredContent, isError: false } }
  } catch (error) {
    const text = error instanceof ToolError ? error.message : 'A fault of `regista mcp`. A person should report it.'
    return { result: { content: [{ type: 'text', text }], isError: true } }
  }
}
