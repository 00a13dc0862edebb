/**
 * The paths in the data folder that a backup may contain. A restore writes nothing else, whatever an archive names: no
 * parent folder, no absolute path, no place where another program would run or read it.
 */
const PART_NAMES: readonly RegExp[] = [
  /^(control|ledger|catalog)\.db$/,
  /^node\/(identity|notes\.db)$/,
  /^archive\/[0-9]{6,16}-[0-9a-f]{16}\.journal$/,
  /^releases\/(current|withdrawn\.json)$/,
  /^releases\/[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}-[0-9]{2}-[0-9]{2}Z(-[0-9]{1,9})?\/[a-z][a-z0-9-]{0,60}(\.[a-z]{1,10}){1,2}$/,
]

export function isPartName(name: string): boolean {
  return PART_NAMES.some((pattern) => pattern.test(name))
}
