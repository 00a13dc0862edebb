const SHOWN_MAX = 5

/** Says what missing changes of some days mean for the answers, and what ends that. */
export function describeMissingDays(days: readonly string[]): string {
  const shown = days.slice(0, SHOWN_MAX).join(', ')
  const more = SHOWN_MAX < days.length ? ` and ${days.length - SHOWN_MAX} more days` : ''
  return `the changes of ${shown}${more} are missing, though later ones are imported. Answers say data_stale until the register's next full set is imported and published.`
}
