import { LIMIT_NAMES, LIMITS } from '../access/limits/limits.ts'
import type { Setting } from './setting.ts'
import { OTHER_VARIABLES, settingOptions, waitDaysOption } from './settings.ts'

/** Writes docs/reference/configuration.md from the tables that the program itself reads. */
export function formatSettingsPage(): string {
  return [
    '# Configuration',
    '',
    '`npm run configuration` writes this page from `src/cli/settings.ts` and `src/access/limits/limit-settings.ts`. A flag',
    'overrides its variable.',
    '',
    '## Settings of `regista serve`',
    '',
    ...settingOptions().flatMap(formatSetting),
    '',
    '## Settings of `regista sync`',
    '',
    ...formatSetting(waitDaysOption()),
    '',
    '## Other variables',
    '',
    ...OTHER_VARIABLES.flatMap(({ name, what }) => wrapItem(`\`${name}\`: ${what}`)),
    '',
    '## Rate limits',
    '',
    'For `--limits`: a JSON object, each name with `{"rate": 10, "burst": 20}` or `null`. `rate` is how many come back in a',
    'second, `burst` how many at once. A name that the file lacks keeps its values from this table. Several servers on one',
    'PostgreSQL share the limits. `regista doctor --limits FILE` shows the limits in force.',
    '',
    '| name | rate | burst |',
    '|---|---|---|',
    ...LIMIT_NAMES.map(
      (name) => `| \`${name}\` | ${Number(LIMITS[name].rate.toPrecision(3))} | ${LIMITS[name].burst} |`,
    ),
    '',
  ].join('\n')
}

function formatSetting({ flags, variable, defaultValue, defaultValueDescription, what }: Setting): string[] {
  const standard = defaultValueDescription ?? String(defaultValue ?? 'none')
  return wrapItem(`\`${flags}\`, \`${variable}\` (default: ${standard}): ${what}`)
}

const LINE_MAX = 118

/** A list item in lines of at most 120 characters. */
function wrapItem(text: string): string[] {
  const lines = ['-']
  for (const word of text.split(' ')) {
    if (LINE_MAX < lines.at(-1)!.length + word.length) lines.push(' ')
    lines.push(`${lines.pop()} ${word}`)
  }
  return lines
}
