import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameDataFolder } from './follow-up.ts'

test('each command of a message gets the data folder that was given, and nothing else does', () => {
  const given = ['node', 'regista', 'restore', 'a.tar', '--data', 'my data']
  const cases: readonly (readonly [message: string, expected: string])[] = [
    [
      'Run `regista sync` and `regista publish`.',
      "Run `regista sync --data 'my data'` and `regista publish --data 'my data'`.",
    ],
    ['Verify it with: regista account verify acc_1', "Verify it with: regista account verify acc_1 --data 'my data'"],
    [
      'Get data: regista sync && regista publish',
      "Get data: regista sync --data 'my data' && regista publish --data 'my data'",
    ],
    ['Start: regista serve --data here', 'Start: regista serve --data here'],
    ['regista starts and regista stops', 'regista starts and regista stops'],
    ['the next `regista publish`\nand `doctor`', "the next `regista publish --data 'my data'`\nand `doctor`"],
  ]
  for (const [message, expected] of cases) {
    assert.equal(nameDataFolder(message, given), expected)
    assert.equal(nameDataFolder(message, ['node', 'regista', 'restore', 'a.tar']), message)
  }
  assert.equal(nameDataFolder('`regista serve`', ['--data=x']), '`regista serve --data x`')
  const dollars = nameDataFolder('Run: regista sync && regista publish', ['--data', 'a$&$$'])
  assert.equal(dollars, "Run: regista sync --data 'a$&$$' && regista publish --data 'a$&$$'")
})
