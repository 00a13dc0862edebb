import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { Catalog } from '../catalog/catalog.ts'
import { type PublishReport, publish, Release, ReleaseFolder } from './release.ts'

const root = mkdtempSync(join(tmpdir(), 'regista-release-'))
after(() => rmSync(root, { recursive: true }))

/** For tests: a data folder that goes away with the test file, with a clock that a test turns. */
export class House {
  nowMs = Date.parse('2026-06-10T10:00:00Z')
  readonly dir = mkdtempSync(join(root, 'data-'))
  readonly catalog = Catalog.open(join(this.dir, 'catalog.db'), { nowMs: () => this.nowMs })
  readonly folder = new ReleaseFolder(join(this.dir, 'releases'))

  publish(options: { allowShrink?: boolean } = {}): Promise<PublishReport> {
    this.nowMs += 1000
    return publish(this.catalog, {
      catalogPath: join(this.dir, 'catalog.db'),
      releasesDir: this.folder.dir,
      clock: { nowMs: () => this.nowMs },
      allowShrink: options.allowShrink === true,
      signal: new AbortController().signal,
      progress: () => {},
    })
  }

  current(): Release {
    return Release.open(this.folder.path(this.folder.currentId()!))
  }
}
