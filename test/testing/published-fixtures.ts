import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { openContext } from '../../src/cli/context.ts'
import { parseRegistry } from '../../src/cli/import.ts'
import { publishRelease } from '../../src/cli/publish.ts'
import { importFiles, sourceFiles } from '../../src/importing/importing.ts'
import * as czAddresses from '../../src/registries/testing/cz-addresses.ts'
import * as czRes from '../../src/registries/testing/cz-res.ts'
import * as czVr from '../../src/registries/testing/cz-vr.ts'
import * as skAddresses from '../../src/registries/testing/sk-addresses.ts'
import * as skRpo from '../../src/registries/testing/sk-rpo.ts'
import { Release, ReleaseFolder } from '../../src/release/release.ts'

/** Imports the fixtures of every register, as the files that the register publishes, and publishes them. */
export async function publishFixtures(): Promise<{
  readonly folder: ReleaseFolder
  readonly release: Release
  remove(): void
}> {
  const dir = mkdtempSync(join(tmpdir(), 'regista-fixtures-'))
  const files: Readonly<Record<string, Readonly<Record<string, string | Buffer>>>> = {
    'sk-rpo': {
      'init_2026-06-06_001.json.gz': gzipSync(
        `{"exportDate":"2026-06-06","results":[${skRpo.SLOVNAFT},\n${skRpo.EVERY_FIELD}]}`,
      ),
    },
    'sk-addresses': {
      'adresy_2026-08-21.csv': `${skAddresses.CSV_HEADER}\r\n${skAddresses.CSV_VILLAGE}\r\n${skAddresses.CSV_TOWN.replace('7101062870', '851916A')}\r\n`,
      'address_by_nuts3_SK010.geojson': `{"type":"FeatureCollection",${skAddresses.RAGEO_CRS},"features":[${skAddresses.RUZINOVSKA}]}`,
      'address_by_nuts3_SK023.geojson': `{"type":"FeatureCollection",${skAddresses.RAGEO_CRS},"features":[${skAddresses.SIKENICKA}]}`,
    },
    'cz-addresses': {
      [czAddresses.POINTS_NAME]: await czAddresses.pointsZip({
        '554782': [czAddresses.HEADER, czAddresses.HRAD, czAddresses.EVERY_COLUMN],
        '599999': [czAddresses.HEADER, czAddresses.TROJANOVICE],
        '500011': [czAddresses.HEADER, czAddresses.TESTOV],
      }),
      ...(await czAddresses.lists()),
    },
    'cz-res': {
      'res_data.csv': czRes.resData([
        czRes.LESNI_SPRAVA,
        czRes.EVERY_COLUMN,
        czRes.TEXT_SEAT,
        czRes.SOLE_TRADER,
        czRes.ENDED_PERSON,
      ]),
      'cis56.csv': czRes.FORMS.map((row) => `${row}\r\n`).join(''),
    },
    'cz-vr': {
      'ares_vreo_all.tar.gz': czVr.archiveOf({
        '65666232.xml': czVr.documentOf(czVr.PREPYCHY),
        '00654321.xml': czVr.documentOf(czVr.EVERY_FIELD),
        '00700040.xml': czVr.documentOf(czVr.TEXT_SEAT),
      }),
    },
  }
  const context = openContext({ data: join(dir, 'data'), json: true })
  for (const [source, contents] of Object.entries(files)) {
    mkdirSync(join(dir, source))
    const paths = Object.entries(contents).map(([name, content]) => {
      writeFileSync(join(dir, source, name), content)
      return join(dir, source, name)
    })
    await importFiles(context, parseRegistry(source), sourceFiles(paths), {})
  }
  const { id } = await publishRelease(context, { allowShrink: false })
  const folder = new ReleaseFolder(join(dir, 'data/releases'))
  const release = Release.open(folder.path(id))
  return {
    folder,
    release,
    remove() {
      release.close()
      rmSync(dir, { recursive: true })
    },
  }
}
