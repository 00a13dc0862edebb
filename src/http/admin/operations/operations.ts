import type { AdminOperation } from '../operation.ts'
import { changeAccount, closeAccount, listAccounts, readAccount, reopenAccount } from './accounts.ts'
import { creditAccount, listDoubts, readStatement, readUsage, trustDoubts } from './books.ts'
import { createCustomer } from './customers.ts'
import { issueKey, listKeys, revokeKey, rotateKey } from './keys.ts'
import { readLog, rotateSessionKeys } from './operators.ts'
import { changeProject, createProject, listProjects, readProject } from './projects.ts'
import { endSession, openSession, readSession } from './sessions.ts'

export const ADMIN_OPERATIONS: readonly AdminOperation[] = [
  createCustomer,
  ...[listAccounts, readAccount, changeAccount, closeAccount, reopenAccount, creditAccount],
  ...[readUsage, readStatement],
  ...[listProjects, readProject, createProject, changeProject],
  ...[listKeys, issueKey, rotateKey, revokeKey],
  ...[rotateSessionKeys, listDoubts, trustDoubts, readLog],
  ...[openSession, readSession, endSession],
]
