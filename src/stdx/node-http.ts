/**
 * Node's HTTP module. A file that imports it as an ES module reads all its names, and one of them loads a browser's
 * `fetch`: 92 modules, 16 MB and 24 ms for each thread.
 */
export const http = process.getBuiltinModule('node:http')
