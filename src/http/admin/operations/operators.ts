import { listActs } from '../../../access/control/acts.ts'
import { rotateSessionKeys as rotate } from '../../../access/control/control.ts'
import { array, literal, optional, strictObject } from '../../schemas/schema.ts'
import { defineOperation } from '../operation.ts'
import * as schemas from '../schemas.ts'
import { writeAct } from '../write-data.ts'

export const readLog = defineOperation({
  id: 'readLog',
  method: 'GET',
  path: '/admin/v1/log',
  role: 'read',
  summary: 'Read the log of acts',
  description: 'What operators changed, the newest first, of one account or of all.',
  isList: true,
  query: strictObject({
    account: optional(schemas.AccountId),
    limit: optional(schemas.PageSize),
    cursor: optional(schemas.Cursor),
  }),
  data: array(schemas.ActData),
  async run({ control, parameters: { account, limit = 100, cursor } }) {
    const acts = await listActs(control, { account, limit, before: cursor === undefined ? undefined : Number(cursor) })
    return { data: acts.map(writeAct), next: acts.length < limit ? undefined : acts.at(-1)?.number }
  },
})

export const rotateSessionKeys = defineOperation({
  id: 'rotateSessionKeys',
  method: 'POST',
  path: '/admin/v1/session-keys/rotate',
  role: 'operate',
  summary: 'Rotate the session keys',
  description:
    'Adds a secret for browser sessions and drops the older of two. After a leak, do it again 15 minutes later: sessions of both are then invalid.',
  isKeyed: true,
  data: strictObject(
    { outcome: literal('rotated') },
    { title: 'SessionKeysRotated', description: 'That it was done.' },
  ),
  run: async ({ control }) => ({ data: await rotate(control) }),
})
