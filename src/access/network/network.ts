/** The address of a client behind proxies, and the network that counts as one client. */
export { findClientIp, findForwardedHost, type TrustedProxies } from './client-ip.ts'
export { type Ip, parseIp } from './ip.ts'
export { nearNetwork, parseNetwork, wideNetwork } from './ip-network.ts'
