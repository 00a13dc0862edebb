import { InputError } from '../stdx/input-error.ts'
import { isJsonObject, type JsonObject, parseJson } from '../stdx/json-fields.ts'
import { RegistaApi, type SessionOptions, ToolError } from './regista-api.ts'
import { readArguments, TOOLS } from './tools.ts'

/** The newest first. A client that asks for another one gets the newest and decides. */
const PROTOCOLS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']
const INSTRUCTIONS =
  'Addresses and companies of Slovakia and Czechia from official registers. Each request costs units of a customer: ask only for what is needed, and name the sources where you show the data.'

interface Request {
  readonly jsonrpc?: unknown
  readonly id?: string | number | null
  readonly method?: unknown
  readonly params?: unknown
}

/** Serves the Model Context Protocol: one JSON-RPC message a line, until the input ends. */
export async function serveMcp(
  input: AsyncIterable<string>,
  write: (line: string) => void,
  options: SessionOptions & { readonly version: string },
): Promise<void> {
  const api = new RegistaApi(options)
  const running = new Set<Promise<void>>()
  for await (const line of readLines(input)) {
    if (line.trim() === '') continue
    const work = answerLine(line, api, options.version).then((answer) => {
      // Whatever a server or an error says, the key leaves with no answer.
      if (answer !== undefined) write(JSON.stringify(answer).replaceAll(options.key, '…'))
    })
    const tracked: Promise<void> = work.then(() => void running.delete(tracked))
    running.add(tracked)
  }
  await Promise.all(running)
}

/** A request has some hundred characters. */
const LINE_MAX = 1 << 20

/** Only at `\n`: `readline` also ends a line at U+2028, which JSON allows within a text. */
async function* readLines(input: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of input) {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop()!
    yield* lines
    if (LINE_MAX < rest.length) throw new InputError(`a message of the host has more than ${LINE_MAX} characters.`)
  }
  yield rest
}

/** A batch is answered by one: the protocol of March 2025 demands it. Undefined: a notification needs no answer. */
async function answerLine(line: string, api: RegistaApi, version: string): Promise<object | undefined> {
  const message = parseJson(line)
  if (message === undefined)
    return { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'The line is not JSON.' } }
  if (!Array.isArray(message) || message.length === 0) return await answer(message as Request, api, version)
  const answers = await Promise.all(message.map((one) => answer(one, api, version)))
  const needed = answers.filter((one) => one !== undefined)
  return needed.length === 0 ? undefined : needed
}

async function answer(request: Request | null, api: RegistaApi, version: string): Promise<object | undefined> {
  if (request?.jsonrpc !== '2.0' || typeof request.method !== 'string') {
    const message = 'The message is no request of JSON-RPC 2.0.'
    return { jsonrpc: '2.0', id: null, error: { code: -32600, message } }
  }
  if (request.id === undefined) return undefined
  const params = isJsonObject(request.params) ? request.params : {}
  return { jsonrpc: '2.0', id: request.id, ...(await perform(request.method, params, { api, version })) }
}

async function perform(
  method: string,
  params: JsonObject,
  { api, version }: { readonly api: RegistaApi; readonly version: string },
): Promise<object> {
  switch (method) {
    case 'initialize': {
      const protocolVersion = PROTOCOLS.find((one) => one === params.protocolVersion) ?? PROTOCOLS[0]
      const serverInfo = { name: 'regista', version }
      return { result: { protocolVersion, capabilities: { tools: {} }, serverInfo, instructions: INSTRUCTIONS } }
    }
    case 'ping':
      return { result: {} }
    case 'tools/list':
      return { result: { tools: Object.entries(TOOLS).map(describeTool) } }
    case 'tools/call':
      return await callTool(params, api)
    default:
      return { error: { code: -32601, message: `There is no method ${method}.` } }
  }
}

function describeTool([name, { description, properties, required = [] }]: [string, (typeof TOOLS)[string]]): object {
  const inputSchema = { type: 'object', properties, required, additionalProperties: false }
  return { name, description, inputSchema, annotations: { readOnlyHint: true, openWorldHint: true } }
}

/** An error of a tool is a result: the agent reads its sentence. */
async function callTool({ name, arguments: given }: JsonObject, api: RegistaApi): Promise<object> {
  const tool = Object.hasOwn(TOOLS, String(name)) ? TOOLS[String(name)]! : undefined
  if (tool === undefined) return { error: { code: -32602, message: `There is no tool ${name}.` } }
  try {
    const { data, meta, unitsAvailable } = await tool.call(api, readArguments(tool, given))
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
