/** The API of operators on the admin port: what it offers, and how a call is received and carried out. */
export { adminDocument } from './document.ts'
export { type AdminFault, faultOf } from './faults.ts'
export { receiveAdminCall, routeAdmin } from './receive-call.ts'
export { type AdminAnswer, type AdminCall, answerFault, runAdminCall } from './run-call.ts'
