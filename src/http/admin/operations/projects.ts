import { isDevelopmentOrigin } from '../../../access/access.ts'
import type { OperatorControl } from '../../../access/control/acts.ts'
import { changeTogether } from '../../../access/control/control.ts'
import { pageOfProjects } from '../../../access/control/pages.ts'
import * as projects from '../../../access/control/projects.ts'
import { array, optional, strictObject, type ValueOf } from '../../schemas/schema.ts'
import { type AdminResult, defineOperation } from '../operation.ts'
import * as schemas from '../schemas.ts'
import { readBudget, writeProject } from '../write-data.ts'

const inProject = strictObject({ project: schemas.ProjectId })
type Outcome = Awaited<ReturnType<typeof projects.renameProject>>
const resultOf = (outcome: Outcome | Awaited<ReturnType<typeof projects.showProject>>): AdminResult =>
  'sentence' in outcome ? outcome : { data: writeProject(outcome.project) }

export const listProjects = defineOperation({
  id: 'listProjects',
  method: 'GET',
  path: '/admin/v1/projects',
  role: 'read',
  summary: 'List projects',
  description: 'In order of creation, of one account or of all.',
  isList: true,
  query: strictObject({
    account: optional(schemas.AccountId),
    limit: optional(schemas.PageSize),
    cursor: optional(schemas.Cursor),
  }),
  data: array(schemas.ProjectData),
  async run({ control, parameters: { account, limit = 100, cursor = '0' } }) {
    const { rows, next } = await pageOfProjects(control, { account, limit, after: Number(cursor) })
    return { data: rows.map(writeProject), next }
  },
})

export const readProject = defineOperation({
  id: 'readProject',
  method: 'GET',
  path: '/admin/v1/projects/{project}',
  role: 'read',
  summary: 'Read a project',
  description: 'Its scopes, web sites, limits and budget.',
  inPath: inProject,
  data: schemas.ProjectData,
  run: async ({ control, parameters: { project } }) => resultOf(await projects.showProject(control, project)),
})

export const createProject = defineOperation({
  id: 'createProject',
  method: 'POST',
  path: '/admin/v1/accounts/{account}/projects',
  role: 'provision',
  summary: 'Make a project',
  description: 'Another project of an account. Without `scopes` it has all.',
  isKeyed: true,
  success: 201,
  inPath: strictObject({ account: schemas.AccountId }),
  body: strictObject(
    {
      name: schemas.Name,
      scopes: optional(schemas.Scopes),
      browser_scopes: optional(schemas.Scopes),
      origins: optional(schemas.Origins),
    },
    { title: 'NewProject', description: 'A new project.' },
  ),
  data: schemas.ProjectData,
  async run({ control, parameters: { account }, body: { browser_scopes: browserScopes, ...body } }) {
    const made = await projects.createProject(control, { account, ...body, ...(browserScopes && { browserScopes }) })
    return 'sentence' in made ? made : { data: writeProject(made.project) }
  },
})

const ProjectChange = strictObject(
  {
    name: optional(schemas.Name),
    scopes: optional(schemas.Scopes),
    browser_scopes: optional(schemas.Scopes),
    origins: optional(schemas.Origins),
    limits: optional(schemas.Limits),
    browser_budget: optional(schemas.Budget),
    state: optional(schemas.ProjectState),
  },
  { title: 'ProjectChange', description: 'What is left out stays as it is. `origins` are all that it has then.' },
)

export const changeProject = defineOperation({
  id: 'changeProject',
  method: 'PATCH',
  path: '/admin/v1/projects/{project}',
  role: 'provision',
  summary: 'Change a project',
  description: 'Name, scopes, web sites, limits, budget and state, all or none. Servers act on it within a second.',
  inPath: inProject,
  body: ProjectChange,
  data: schemas.ProjectData,
  run: async ({ control, parameters: { project }, body }) =>
    resultOf(await changeTogether(control, (inner) => changeEach(inner, project, body))),
})

async function changeEach(
  control: OperatorControl,
  id: string,
  change: ValueOf<typeof ProjectChange>,
): Promise<Outcome> {
  const { name, scopes, browser_scopes: browserScopes, origins, limits, browser_budget: budget, state } = change
  const found = await projects.showProject(control, id)
  if ('sentence' in found) return found
  const { project } = found
  const scopeChanges = { id, ...(scopes && { scopes }), ...(browserScopes && { browserScopes }) }
  const steps = [
    ...(name === undefined ? [] : [() => projects.renameProject(control, { id, name })]),
    ...((scopes ?? browserScopes) ? [() => projects.setScopes(control, scopeChanges)] : []),
    ...(origins === undefined ? [] : changeOrigins(control, project, origins)),
    ...(limits === undefined ? [] : [() => projects.setProjectLimits(control, { id, limits })]),
    ...((budget && [() => projects.setProjectBudget(control, { id, settings: readBudget(budget) })]) || []),
    ...(state === undefined ? [] : [() => projects.setProjectState(control, { id, state })]),
  ]
  let last: Outcome = { outcome: 'unchanged', project }
  for (const step of steps) {
    last = await step()
    if ('sentence' in last) return last
  }
  return last
}

/** The same steps as those of the commands. */
function changeOrigins(control: OperatorControl, { id, origins: now }: projects.Project, wanted: readonly string[]) {
  const kindOf = (origin: string) => (isDevelopmentOrigin(origin) ? 'development' : 'https')
  const gone = now.filter((origin) => !wanted.includes(origin))
  const added = wanted.filter((origin) => !now.includes(origin))
  return [
    ...gone.map((origin) => () => projects.denyOrigin(control, { id, origin })),
    ...added.map((origin) => () => projects.allowOrigin(control, { id, origin, kind: kindOf(origin) })),
  ]
}
