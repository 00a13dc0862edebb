import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { readCommitOfClone } from './commit-of-clone.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-clone-'))
after(() => rmSync(dir, { recursive: true }))
const ONE = '1'.repeat(40)
const TWO = '2'.repeat(40)

for (const [name, files, expected] of [
  ['no clone', {}, undefined],
  ['a branch', { '.git/HEAD': 'ref: refs/heads/main\n', '.git/refs/heads/main': `${ONE}\n` }, ONE],
  [
    'a packed branch',
    {
      '.git/HEAD': 'ref: refs/heads/main\n',
      '.git/packed-refs': `# pack-refs\n${TWO} refs/heads/my/refs/heads/main\n${ONE} refs/heads/main\n`,
    },
    ONE,
  ],
  ['a detached head', { '.git/HEAD': `${TWO}\n` }, TWO],
  ['a branch without a commit', { '.git/HEAD': 'ref: refs/heads/main\n' }, undefined],
  [
    'a work tree',
    {
      '.git': 'gitdir: ../main/.git/worktrees/w\n',
      '../main/.git/worktrees/w/HEAD': 'ref: refs/heads/w\n',
      '../main/.git/worktrees/w/commondir': '../..\n',
      '../main/.git/refs/heads/w': `${ONE}\n`,
    },
    ONE,
  ],
] as const)
  test(`the commit of a clone: ${name}`, () => {
    const folder = join(dir, name, 'here')
    mkdirSync(folder, { recursive: true })
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    assert.equal(readCommitOfClone(folder), expected)
  })
