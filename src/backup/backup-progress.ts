/** Called while files are copied, written or read. */
export type BackupProgress = (state: {
  readonly what: string
  readonly bytes: number
  readonly bytesTotal: number
}) => void
