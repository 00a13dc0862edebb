import { writeFileSync } from 'node:fs'
import { formatSettingsPage } from '../src/cli/settings-page.ts'

/** `npm run configuration`: writes the page of all settings anew. */
export const CONFIGURATION_FILE = new URL('../docs/reference/configuration.md', import.meta.url)

if (import.meta.main) writeFileSync(CONFIGURATION_FILE, formatSettingsPage())
