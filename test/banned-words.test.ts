import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sourcesBelow } from './testing/source-tree.ts'

interface Ban {
  readonly word: RegExp
  readonly cure: string
  /** Where it is rightly used. */
  readonly except?: RegExp
}

const BANNED: readonly Ban[] = [
  {
    word: /\bDate\.now\(/,
    cure: 'take the time from the clock passed in (stdx/clock.ts)',
    except: /^(src\/stdx\/clock|test\/ledger\/simulation\.test)\.ts$/,
  },
  {
    word: /\bnew Date\(\)/,
    cure: 'take the time from the clock passed in (stdx/clock.ts)',
    // It shows that simulated code may not.
    except: /^test\/(ledger\/simulation\.test|simulation\/traps)\.ts$/,
  },
  {
    word: /\bMath\.random\(/,
    cure: 'take chance from the random passed in (stdx/random.ts)',
    except: /^test\/(ledger\/simulation\.test|simulation\/traps)\.ts$/,
  },
  {
    word: /\bconsole\.(?:assert|debug|dir|error|info|log|table|trace|warn)\b/,
    cure: 'speak through the terminal (cli/terminal.ts)',
    // A widget has only the console of the page to tell its developer that the origin is refused.
    except: /^(bench\/|test\/torture\/|client\/src\/elements\/widget\.ts$)/,
  },
  {
    word: /\bprocess\.env\b/,
    cure: 'only the command line reads the environment',
    except: /^(src\/cli\/|.*\/testing\/|src\/main\.ts$|test\/|bench\/)/,
  },
  {
    word: /\bnew (?:pg\.)?(?:Client|Pool)\(/,
    cure: 'open a database of src/storage: each statement, connection and close has a limit of time there',
    except: /^(src\/storage\/postgres-connection\.ts|.*\/testing\/.*|test\/.*|bench\/.*|.*\.test\.ts)$/,
  },
  { word: /\b(TODO|FIXME|HACK)\b/, cure: 'finish it before committing' },
  { word: /\b(test|it|describe)\.(skip|only|todo)\(|\bskip: true\b/, cure: 'a test runs or does not exist' },
  { word: /@ts-(ignore|expect-error|nocheck)/, cure: 'say the type' },
  { word: /\bexport default\b/, cure: 'export it by its name' },
]

for (const { word, cure, except } of BANNED) {
  test(`no file says ${word.source}: ${cure}`, () => {
    for (const { path, text } of ['src', 'sample', 'test', 'bench', 'client', 'pages'].flatMap(sourcesBelow)) {
      if (path === 'test/banned-words.test.ts' || except?.test(path) === true) continue
      const line = text.split('\n').findIndex((one) => word.test(one)) + 1
      assert.equal(line, 0, `${path}:${line} says ${word.source}; ${cure}.`)
    }
  })
}

test('no folder is called utils, helpers, common, shared, misc or lib', () => {
  for (const { path } of ['src', 'sample', 'test', 'bench', 'client', 'pages'].flatMap(sourcesBelow)) {
    assert(
      !/(^|\/)(utils?|helpers?|common|shared|misc|lib)(\/|\.ts$)/.test(path),
      `${path}: name it after what it is about.`,
    )
  }
})
