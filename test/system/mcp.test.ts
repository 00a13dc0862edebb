import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { exampleRelease, ICOS } from '../../src/http/testing/example-release.ts'
import { startService } from '../../src/http/testing/service.ts'
import { connectSample, readGuideSample } from '../testing/guide-samples.ts'
import { ROOT } from '../testing/source-tree.ts'

const release = await exampleRelease()
const service = await startService({ release })
after(async () => {
  await service[Symbol.asyncDispose]()
  release.close()
})

test('the process of the guide answers the official client, and ends with it', async () => {
  const { key } = await service.customer()
  const sample = connectSample(readGuideSample('agents: A host with a file (json)'), service.port)
  const { regista } = JSON.parse(sample.replace('rgk_…', key)).mcpServers
  assert.equal(regista.command, 'regista')
  const args = [join(ROOT, 'bin/regista.js'), ...regista.args]
  const transport = new StdioClientTransport({ command: process.execPath, args, env: regista.env, stderr: 'pipe' })
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)
  const { content } = await client.callTool({ name: 'suggest_companies', arguments: { q: 'mlyn pri' } })
  assert.match(JSON.stringify(content), new RegExp(ICOS.living))
  await client.close()
  assert.equal(transport.pid, null)
})
