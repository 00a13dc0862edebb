import { createCustomer as create } from '../../../access/control/customers.ts'
import { optional, strictObject, text } from '../../schemas/schema.ts'
import { defineOperation } from '../operation.ts'
import { AccountData, Allowance, Days, Name, NewKeyData, Origins, ProjectData, Scopes } from '../schemas.ts'
import { writeAccount, writeKey, writeProject } from '../write-data.ts'
import { HOW_TO_ROTATE } from './keys.ts'

/** An account, a project and a key, at once. */
export const createCustomer = defineOperation({
  id: 'createCustomer',
  method: 'POST',
  path: '/admin/v1/customers',
  role: 'provision',
  summary: 'Make a customer',
  description:
    'Makes a verified account with one project and one key, all or nothing. Servers accept the key within a second. The key is in the first answer only.',
  isKeyed: true,
  success: 201,
  body: strictObject(
    {
      name: Name,
      allowance_units: optional(Allowance),
      scopes: optional(Scopes),
      browser_scopes: optional(Scopes),
      origins: optional(Origins),
      key_days: optional(Days),
    },
    { title: 'NewCustomer', description: 'A new customer. Without scopes the project and its key have all.' },
  ),
  data: strictObject(
    {
      account: AccountData,
      project: ProjectData,
      key: NewKeyData,
      page_line: text({ description: 'The line for a web page, with the host of your API in place of HOST.' }),
    },
    { title: 'Customer', description: 'What was made.' },
  ),
  async run({ control, body }) {
    const made = await create(control, {
      name: body.name,
      allowanceUnits: body.allowance_units,
      ...(body.scopes && { scopes: body.scopes }),
      ...(body.browser_scopes && { browserScopes: body.browser_scopes }),
      ...(body.origins && { origins: body.origins }),
      keyDays: body.key_days,
    })
    if ('sentence' in made) return made
    const { account, project, key, text: secret } = made
    const written = { account: writeAccount(account), project: writeProject(project) }
    const line = '<script src="https://HOST/regista.min.js" defer></script>'
    return {
      data: { ...written, key: { ...writeKey(key), secret: null }, page_line: line },
      once: { key: { ...writeKey(key), secret } },
      replay: HOW_TO_ROTATE,
    }
  },
})
