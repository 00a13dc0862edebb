import { ReleaseFolder } from '../../release/release.ts'
import { formatCount } from '../../stdx/format-count.ts'
import { CURRENT_PATH, describeAhead, findMissingFiles, type ReleaseStore, WITHDRAWN_PATH } from '../../store/store.ts'
import type { Context } from '../context.ts'
import { releasesDir } from '../context.ts'
import type { Finding } from './finding.ts'

/** Reads the store as a server does, and compares the lengths of its files if it can be listed. */
export async function checkStore(context: Pick<Context, 'dataDir' | 'clock'>, store: ReleaseStore): Promise<Finding[]> {
  const check = 'store'
  const current = await store.readCurrent()
  if (current === null || current === 'unchanged')
    return [{ check, state: 'next', detail: `${store.name} has no release for this build; run \`regista publish\`` }]
  const { release, sequence } = current
  const nowMs = context.clock.nowMs()
  const { manifest } = await store.readManifest(current)
  const withdrawn = await store.readWithdrawals()
  const findings: Finding[] = []
  if (withdrawn === null || withdrawn === 'unchanged' || withdrawn.sequence < current.withdrawnSequence)
    findings.push({ check, state: 'bad', detail: 'withdrawn.json is missing or too old; run `regista publish`' })
  for (const [path, document] of [[CURRENT_PATH, current] as const, [WITHDRAWN_PATH, withdrawn] as const]) {
    const detail = document && document !== 'unchanged' && describeAhead(path, document.sequence, nowMs)
    if (detail) findings.push({ check, state: 'bad', detail })
  }
  const { writer } = store.place
  const missing = writer === undefined ? [] : await findMissingFiles(writer, manifest)
  if (missing.length !== 0) {
    const detail = `${formatCount(missing.length, 'file')} of ${release} missing or cut, as ${missing[0]!.name}; run \`regista publish\``
    findings.push({ check, state: 'bad', detail })
  }
  const folder = new ReleaseFolder(releasesDir(context))
  const lost = folder.describeLost(manifest)
  if (lost !== undefined) findings.push({ check, state: 'warn', detail: lost })
  const local = folder.currentId()
  if (local !== null && local !== release)
    findings.push({ check, state: 'warn', detail: `the local folder serves ${local}, and the store says ${release}` })
  if (findings.some(({ state }) => state === 'bad')) return findings
  return [{ check, state: 'ok', detail: `${store.name}: ${release}, sequence ${sequence}` }, ...findings]
}
