import { type AdminAnswer, type AdminCall, runAdminCall } from '../../http/admin/admin.ts'
import { InputError } from '../../stdx/input-error.ts'
import type { ConsoleSources } from './console-sources.ts'

/** `GET /admin/v1/…`: in the console's thread, because a statement may take seconds. */
export async function readCall(sources: ConsoleSources, call: AdminCall): Promise<AdminAnswer> {
  return await sources.withControl((control) =>
    runAdminCall({ control, books: { read: (work) => sources.withBooks(work), credit: refuse } }, call),
  )
}

async function refuse(): Promise<never> {
  throw new InputError('The thread that reads changes nothing.')
}
