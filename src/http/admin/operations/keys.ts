import * as keys from '../../../access/control/keys.ts'
import { showProject } from '../../../access/control/projects.ts'
import { readLastUse } from '../../../ledger/accounting.ts'
import { DAY_MS } from '../../../stdx/time-units.ts'
import { array, optional, strictObject } from '../../schemas/schema.ts'
import { defineOperation } from '../operation.ts'
import { Days, KeyData, KeyId, ListedKeyData, Name, NewKeyData, OldKeyDays, ProjectId, Scopes } from '../schemas.ts'
import { writeKey } from '../write-data.ts'

export const HOW_TO_ROTATE =
  'The key was in the first answer only and is stored nowhere. If it was lost, rotate it: POST /admin/v1/keys/ID/rotate with a new Idempotency-Key.'

const inProject = strictObject({ project: ProjectId })
const inKey = strictObject({ key: KeyId })

export const listKeys = defineOperation({
  id: 'listKeys',
  method: 'GET',
  path: '/admin/v1/projects/{project}/keys',
  role: 'read',
  summary: 'List the keys of a project',
  description: 'In order of issue, revoked and ended ones too, with the day of the last charge.',
  inPath: inProject,
  data: array(ListedKeyData),
  async run({ control, books, parameters: { project } }) {
    const [listed, shown] = [await keys.listKeys(control, project), await showProject(control, project)]
    if ('sentence' in listed) return listed
    if ('sentence' in shown) return shown
    const used = await books.read((rows) => rows.snapshot((now) => readLastUse(now, shown.project.account)))
    return { data: listed.keys.map((key) => ({ ...writeKey(key), last_used_on: used.get(key.id) ?? null })) }
  },
})

export const issueKey = defineOperation({
  id: 'issueKey',
  method: 'POST',
  path: '/admin/v1/projects/{project}/keys',
  role: 'provision',
  summary: 'Issue a key',
  description: 'Servers accept it within a second. Without `days` it works for 90 days.',
  isKeyed: true,
  success: 201,
  inPath: inProject,
  body: strictObject(
    { scopes: Scopes, name: optional(Name), days: optional(Days) },
    { title: 'NewKeyRequest', description: 'What the key is for.' },
  ),
  data: NewKeyData,
  async run({ control, parameters, body }) {
    const issued = await keys.issueKey(control, { ...parameters, ...body })
    if ('sentence' in issued) return issued
    const { key, text: secret } = issued
    return { data: { ...writeKey(key), secret: null }, once: { secret }, replay: HOW_TO_ROTATE }
  },
})

export const rotateKey = defineOperation({
  id: 'rotateKey',
  method: 'POST',
  path: '/admin/v1/keys/{key}/rotate',
  role: 'provision',
  summary: 'Rotate a key',
  description: 'Issues a key like this one, which then ends after `old_key_days` (7 if left out).',
  isKeyed: true,
  success: 201,
  inPath: inKey,
  body: strictObject(
    { old_key_days: optional(OldKeyDays), days: optional(Days) },
    { title: 'RotateRequest', description: 'How long both keys work.' },
  ),
  data: strictObject({ key: NewKeyData, old: KeyData }, { title: 'RotatedKey', description: 'Both keys.' }),
  async run({ control, parameters: { key: id }, body: { old_key_days: oldDays = 7, days } }) {
    const rotated = await keys.rotateKey(control, id, { endsInMs: oldDays * DAY_MS, days })
    if ('sentence' in rotated) return rotated
    const { key, old, text: secret } = rotated
    const data = { key: { ...writeKey(key), secret: null }, old: writeKey(old) }
    return { data, once: { key: { ...data.key, secret } }, replay: HOW_TO_ROTATE }
  },
})

export const revokeKey = defineOperation({
  id: 'revokeKey',
  method: 'POST',
  path: '/admin/v1/keys/{key}/revoke',
  role: 'provision',
  summary: 'Revoke a key',
  description: 'Servers reject it within a second. A revoked key stays revoked.',
  inPath: inKey,
  data: KeyData,
  async run({ control, parameters: { key: id } }) {
    const revoked = await keys.revokeKey(control, id)
    return 'sentence' in revoked ? revoked : { data: writeKey(revoked.key) }
  },
})
