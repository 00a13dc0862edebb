import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { formatSettingsPage } from '../src/cli/settings-page.ts'
import { CONFIGURATION_FILE } from './write-configuration.ts'

test('the page of all settings equals the settings of the program; `npm run configuration` updates it', () => {
  assert.equal(readFileSync(CONFIGURATION_FILE, 'utf8'), formatSettingsPage())
})
