import type { Option } from 'commander'
import { LIMIT_NAMES, LIMITS } from '../access/access.ts'
import { OTHER_VARIABLES, settingOptions, waitDaysOption } from './settings.ts'

/** docs/reference/configuration.md, made of the tables that the program itself reads. */
export function settingsPage(): string {
  return [
    '# Configuration',
    '',
    'Made from the tables in `src/cli/settings.ts` and `src/access/limits/limits.ts` by `npm run configuration`. A flag counts more than its variable.',
    '',
    '## Settings of `regista serve`',
    '',
    '| flag | variable | without it | what it is |',
    '|---|---|---|---|',
    ...settingOptions().map(settingRow),
    '',
    '## Settings of `regista sync`',
    '',
    '| flag | variable | without it | what it is |',
    '|---|---|---|---|',
    settingRow(waitDaysOption()),
    '',
    '## Other variables',
    '',
    '| variable | what it is |',
    '|---|---|',
    ...OTHER_VARIABLES.map(({ name, what }) => `| \`${name}\` | ${what} |`),
    '',
    '## Rate limits',
    '',
    'For `--limits`: a JSON object, each name with `{"rate": 10, "burst": 20}` or `null`. `rate` is how many come back in a second, `burst` how many at once. What the file does not',
    'name stays as it is here. Several nodes on one PostgreSQL allow them together, each its share. `regista doctor` shows those in force.',
    '',
    '| name | rate | burst |',
    '|---|---|---|',
    ...LIMIT_NAMES.map(
      (name) => `| \`${name}\` | ${Number(LIMITS[name].rate.toPrecision(3))} | ${LIMITS[name].burst} |`,
    ),
    '',
  ].join('\n')
}

function settingRow({ flags, envVar, defaultValue, defaultValueDescription, description }: Option): string {
  return `| \`${flags}\` | \`${envVar}\` | ${defaultValueDescription ?? String(defaultValue ?? 'none')} | ${description} |`
}
