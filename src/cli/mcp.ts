import { type Command, InvalidArgumentError } from 'commander'
import { serveMcp } from '../mcp/mcp.ts'
import { InputError } from '../stdx/input-error.ts'
import { readProgramVersion } from '../stdx/program-version.ts'
import { addAction, readSecret } from './context.ts'
import { parseUnits } from './parse.ts'
import { Setting } from './setting.ts'
import { currentCall } from './shell.ts'

export function mcpCommand(command: Command): void {
  command
    .addOption(new Setting('--url <url>', 'the Regista that is asked', 'REGISTA_URL').argParser(parseUrl))
    .option('--units-max <units>', 'how many units one session may use', parseUnits, 200)
  addAction(command, async (_, { url, unitsMax }: { readonly url?: string; readonly unitsMax: number }) => {
    const key = readSecret('REGISTA_KEY')
    if (url === undefined) throw new InputError('name the Regista that is asked: --url, or REGISTA_URL.')
    if (key === undefined || !/^rgk_[0-9a-f]{64}$/.test(key))
      throw new InputError('REGISTA_KEY must have a server key, rgk_ and 64 hex digits. The operator issues it.')
    const { stdout } = currentCall()
    const options = { url, key, unitsMax, version: readProgramVersion().version }
    await serveMcp(process.stdin.setEncoding('utf8'), (line) => stdout.write(`${line}\n`), options)
  })
}

function parseUrl(text: string): string {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol) || /[?#]/.test(text) || url.username + url.password !== '')
    throw new InvalidArgumentError('Expected an address such as https://regista.example.com.')
  return url.href
}
