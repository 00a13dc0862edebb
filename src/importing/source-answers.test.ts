import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { readSourceAnswers, rememberAnswers } from './source-answers.ts'

test('a file that is damaged, or of another shape, says nothing, and the next run keeps what it can', () => {
  const dir = mkdtempSync(join(tmpdir(), 'regista-answers-'))
  try {
    mkdirSync(join(dir, 'downloads'))
    const good = { at: '2026-06-01T00:00:00.000Z', problems: ['x'] }
    for (const text of [
      '',
      '{',
      'null',
      '7',
      '[1]',
      '"text"',
      '{"sk-rpo":null}',
      '{"sk-rpo":{"at":1,"problems":[]}}',
    ]) {
      writeFileSync(join(dir, 'downloads/answers.json'), text)
      assert.deepEqual(readSourceAnswers(dir), {}, text)
      rememberAnswers(dir, { 'cz-res': good })
      assert.deepEqual(readSourceAnswers(dir), { 'cz-res': good }, text)
    }
  } finally {
    rmSync(dir, { recursive: true })
  }
})
