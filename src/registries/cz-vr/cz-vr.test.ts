import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { type Company, EMPTY_SEAT } from '../../records/company.ts'
import { buildTar } from '../../stdx/testing/tar.ts'
import { buildZip } from '../../stdx/testing/zip.ts'
import { archiveOf, documentOf, EVERY_FIELD, PREPYCHY } from '../testing/cz-vr.ts'
import { type Recording, recordingSink } from '../testing/recording-sink.ts'
import { writeSourceFiles } from '../testing/source-files.ts'
import { czVr } from './cz-vr.ts'

const NAME = 'ares_vreo_all.tar.gz'

async function read(archive: string | Uint8Array, recording: Recording = recordingSink()): Promise<Recording> {
  const [set] = await czVr.arrange(writeSourceFiles({ [NAME]: archive }), {})
  await czVr.read(set!, recording.sink)
  return recording
}

const names = ({ records }: Recording) => [...records].map(([key, record]) => [key, (record as Company).name])
const named = (ico: string, name: string) => `<are:ICO>${ico}</are:ICO><are:ObchodniFirma>${name}</are:ObchodniFirma>`

test('arrange makes one full set of the archive, which states no day', async () => {
  const files = writeSourceFiles({ [NAME]: archiveOf({ '65666232.xml': documentOf(PREPYCHY) }) })
  const [set, ...more] = await czVr.arrange(files, {})
  const { dataset, ...rest } = set!
  assert.equal(dataset.name, 'cz-vr')
  assert.deepEqual(rest, { scope: '', coverage: 'full', complete: true, observedOn: null, files })
  assert.deepEqual(more, [])
})

describe('read', () => {
  test('reads all published fields and no persons', async () => {
    const archive = archiveOf({ '65666232.xml': documentOf(PREPYCHY), '00654321.xml': documentOf(EVERY_FIELD) })
    const { records, rejects } = await read(archive)
    assert.deepEqual(rejects, [])
    assert.deepEqual(records.get(65666232), {
      country: 'cz',
      ico: '65666232',
      name: 'SH ČMS - Sbor dobrovolných hasičů Přepychy',
      otherNames: [],
      naturalPerson: false,
      establishedOn: '1996-01-16',
      dissolvedOn: null,
      legalForm: null,
      legalStatus: null,
      register: { code: 'SR', name: 'spolkový rejstřík', codelist: null },
      registerOffice: null,
      registerNumber: null,
      size: null,
      seat: {
        ...EMPTY_SEAT,
        municipality: 'Vápno',
        municipalityPart: 'Přepychy',
        registrationNumber: '45',
        postalCode: '53316',
        country: 'Česká republika',
        countryCode: '203',
        addressId: '7580932',
      },
      updatedOn: null,
    })
    assert.deepEqual((records.get(654321) as Company).legalForm, {
      code: '112',
      name: 'Společnost s ručením omezeným',
      codelist: null,
    })
    assert.ok(!JSON.stringify([...records]).includes('Osoba'))
  })

  for (const [what, extracts, name] of [
    [
      'the extract with its own number, not that of a branch',
      [named('27000001', 'Závod'), named('00654321', 'Firma')],
      'Firma',
    ],
    ['a number without its zeroes', [named('27000001', 'Závod'), named('654321', 'Firma')], 'Firma'],
    ['the first where no number fits', [named('', 'První'), named('27000001', 'Druhá')], 'První'],
    ['the only one, though it has no number', ['<are:ObchodniFirma>Firma</are:ObchodniFirma>'], 'Firma'],
    [
      'the right one also in a document that needs the parser',
      [named('27000001', 'Závod'), named('00654321', '<![CDATA[Firma]]>')],
      'Firma',
    ],
  ] as const) {
    test(`uses of several extracts ${what}`, async () => {
      assert.deepEqual(names(await read(archiveOf({ '00654321.xml': documentOf(...extracts) }))), [[654321, name]])
    })
  }

  test('a document is recognised by its number and basic data, whatever else changed in it', async () => {
    const text = documentOf(PREPYCHY)
    const first = await read(archiveOf({ '65666232.xml': text }))
    assert.deepEqual(first.rows, [
      Buffer.from(`65666232<are:Zakladni_udaje>${PREPYCHY}</are:Zakladni_udaje>`).toString('latin1'),
    ])
    const later = text.replace('2020-08-04', '2026-08-04').replace('Vymyšlená', 'Jiná')
    const archive = archiveOf({ '65666232.xml': later, '00654321.xml': text })
    assert.deepEqual([...(await read(archive, recordingSink(new Set(first.rows)))).records.keys()], [654321])
  })

  test('two members of the same content are two rows, also in a document that needs the parser', async () => {
    const text = documentOf(named('', '<![CDATA[Firma]]>'))
    const first = await read(archiveOf({ '00654321.xml': text }))
    const renamed = await read(archiveOf({ '65666232.xml': text }), recordingSink(new Set(first.rows)))
    assert.deepEqual([names(first), names(renamed)], [[[654321, 'Firma']], [[65666232, 'Firma']]])
    const again = await read(archiveOf({ '00654321.xml': text }), recordingSink(new Set(first.rows)))
    assert.equal(again.records.size, 0)
  })

  test('a bad document is rejected with its number and reason only, and the others are read', async () => {
    const archive = archiveOf({
      '00000001.xml': 'no XML',
      '00000003.xml': documentOf(`${named('3', 'Mosty')}<are:DatumVzniku>včera</are:DatumVzniku>`),
      '65666232.xml': documentOf(PREPYCHY),
    })
    const { records, rejects } = await read(archive)
    const file = NAME
    assert.deepEqual([...records.keys()], [65666232])
    assert.deepEqual(rejects, [
      { file, record: 1, key: '00000001', field: 'document', reason: 'is not well-formed XML at line 1, column 6' },
      { file, record: 2, key: '00000003', field: 'DatumVzniku', reason: 'is not a day; YYYY-MM-DD is expected' },
    ])
  })

  test('members are found under ./VYSTUP/DATA/ as tar writes them, among files and folders that are no documents', async () => {
    const archive = gzipSync(
      buildTar([
        { name: './', type: '5' },
        { name: './VYSTUP/DATA/', type: '5' },
        { name: './README.txt', content: 'Popis' },
        { name: './VYSTUP/DATA/.DS_Store', content: Buffer.alloc(6148, 1) },
        { name: './VYSTUP/DATA/65666232.xml', content: documentOf(PREPYCHY) },
        { name: './VYSTUP/DATA/._65666232.xml', content: 'Mac OS X' },
      ]),
    )
    const { records, rejects, skipped } = await read(archive)
    assert.deepEqual([[...records.keys()], rejects], [[65666232], []])
    assert.deepEqual([...skipped], [['the member is not named {ICO}.xml', 3]])
  })

  const noExtract = 'ARES has no extract (no Zakladni_udaje)'
  for (const [what, stub, reason] of [
    ['without an extract', documentOf(), noExtract],
    [
      'with an extract that holds nothing',
      documentOf('').replace(/<are:Zakladni_udaje>.*?<.are:Zakladni_udaje>/s, ''),
      noExtract,
    ],
    [
      'with an error',
      documentOf().replace('</are:Odpoved>', '<are:Error><are:Error_kod>1</are:Error_kod></are:Error></are:Odpoved>'),
      noExtract,
    ],
    [
      'without a name',
      documentOf('<are:ICO>06719937</are:ICO><are:Rejstrik>OR</are:Rejstrik>'),
      'the document has no name (ObchodniFirma)',
    ],
  ] as const) {
    test(`a document ${what} is skipped and counted, and its company is not retired`, async () => {
      const skipped: unknown[] = []
      const { sink, records, rejects } = recordingSink()
      const archive = archiveOf({ '06719937.xml': stub, '65666232.xml': documentOf(PREPYCHY) })
      const [set] = await czVr.arrange(writeSourceFiles({ [NAME]: archive }), {})
      await czVr.read(set!, { ...sink, skip: (...skip) => void skipped.push(skip) })
      assert.deepEqual(skipped, [[reason, 6719937]])
      assert.deepEqual([[...records.keys()], rejects], [[65666232], []])
    })
  }

  for (const element of ['Bydliste', 'Pobyt']) {
    const home = `<are:${element}><are:obec>Vápno</are:obec><are:cisloEv>7</are:cisloEv></are:${element}>`
    const read1 = async (inside: string) =>
      ((await read(archiveOf({ '00654321.xml': documentOf(inside) }))).records.get(654321) as Company).seat

    test(`${element} is the seat where there is no Sidlo, in the fast reader and in the parser`, async () => {
      const expected = { ...EMPTY_SEAT, municipality: 'Vápno', evidenceNumber: '7' }
      assert.deepEqual(await read1(named('00654321', 'Osoba') + home), expected)
      assert.deepEqual(await read1(named('00654321', '<![CDATA[Osoba]]>') + home), expected)
    })

    test(`${element} adds nothing to a Sidlo, before it or after it`, async () => {
      const seat = '<are:Sidlo><are:obec>Praha</are:obec></are:Sidlo>'
      const expected = { ...EMPTY_SEAT, municipality: 'Praha' }
      for (const inside of [home + seat, seat + home])
        assert.deepEqual(await read1(named('00654321', 'Osoba') + inside), expected)
      for (const empty of ['<are:Sidlo/>', '<are:Sidlo><are:stat>203</are:stat></are:Sidlo>'])
        assert.equal((await read1(named('00654321', 'Osoba') + empty + home)).municipality, 'Vápno')
    })

    test(`${element} is not shown in place of a hidden Sidlo`, async () => {
      const hidden = '<are:Sidlo><are:skrytyUdaj>true</are:skrytyUdaj></are:Sidlo>'
      assert.deepEqual(await read1(named('00654321', 'Osoba') + hidden + home), EMPTY_SEAT)
    })
  }

  test('the sink receives the file before the first row, and the number of bytes', async () => {
    const files = writeSourceFiles({ [NAME]: archiveOf({ '65666232.xml': documentOf(PREPYCHY) }) })
    const calls: string[] = []
    let bytes = 0
    const { sink } = recordingSink()
    const [set] = await czVr.arrange(files, {})
    await czVr.read(set!, {
      ...sink,
      openFile: (file) => calls.push(file.name),
      progress: (some) => (bytes += some),
      record: (key) => calls.push(String(key)),
    })
    assert.deepEqual([calls, bytes], [[NAME, '65666232'], files[0]!.bytes])
  })
})

test('a file that cannot be used is one error that names it', async (t) => {
  const archive = archiveOf({ '65666232.xml': documentOf(PREPYCHY), '00654321.xml': documentOf(EVERY_FIELD) })
  const tar = gunzipSync(archive)
  const other = (name: string) => `${name}: is not a file of cz-vr; ares_vreo_all.tar.gz is expected`
  const noTar = `${NAME}: does not hold a gzipped tar archive; fetch ares_vreo_all.tar.gz again`
  for (const [what, files, message] of [
    ['no file', {}, 'cz-vr needs one file, ares_vreo_all.tar.gz, which holds everything; files given: none'],
    [
      'two archives',
      { 'a.tar.gz': archive, 'b.tgz': archive },
      'cz-vr needs one file, ares_vreo_all.tar.gz, which holds everything; files given: a.tar.gz and b.tgz',
    ],
    [
      'the list of numbers',
      { 'ares_seznamIC_VR.csv.7z': 'x' },
      'ares_seznamIC_VR.csv.7z: is a list beside the archive and is not needed. Leave it out',
    ],
    ['the snapshot of RES', { 'res_data.csv': 'ICO' }, other('res_data.csv')],
    ['one document', { '65666232.xml': documentOf(PREPYCHY) }, other('65666232.xml')],
    [
      'an error page',
      { [NAME]: '<html>' },
      `${NAME}: is a web page. The server sent it instead of the data. Check the address and fetch the file again`,
    ],
    ['an empty file', { [NAME]: '' }, `${NAME}: the file is empty; fetch it again`],
    [
      'a zip',
      { [NAME]: await buildZip({ 'a.xml': 'x' }) },
      `${NAME}: is packed with zip; gzip is expected, as the register publishes it. Fetch it again`,
    ],
    [
      'a tar that is not packed',
      { [NAME]: tar },
      `${NAME}: is not packed; gzip is expected, as the register publishes it. Fetch it again and do not unpack it`,
    ],
    ['a packed file that is no tar', { [NAME]: gzipSync(documentOf(PREPYCHY)) }, noTar],
    [
      'an archive of something else',
      { [NAME]: gzipSync(buildTar([{ name: 'a.csv', content: 'x' }])) },
      `${NAME}: holds no {ICO}.xml: it is another archive than ares_vreo_all.tar.gz`,
    ],
    ['a download cut off', { [NAME]: archive.subarray(0, -40) }, `${NAME}: the gzip file is cut off; fetch it again`],
    [
      'a tar cut off before it was packed',
      { [NAME]: gzipSync(tar.subarray(0, 2048)) },
      `${NAME}: the archive has no end after VYSTUP/DATA/: it was cut off. Fetch it again`,
    ],
    [
      'a tar cut off between documents',
      { [NAME]: gzipSync(tar.subarray(0, -1024)) },
      `${NAME}: the archive has no end after VYSTUP/DATA/00654321.xml: it was cut off. Fetch it again`,
    ],
    [
      'a huge document',
      { [NAME]: gzipSync(buildTar([{ name: '1.xml', statedBytes: 17 << 20 }])) },
      `${NAME}: 1.xml claims 17825792 bytes; at most 16777216 are expected`,
    ],
  ] as readonly (readonly [string, Record<string, string | Uint8Array>, string])[]) {
    await t.test(what, async () => {
      const arranged = async () => {
        const [set] = await czVr.arrange(writeSourceFiles(files), {})
        await czVr.read(set!, recordingSink().sink)
      }
      await assert.rejects(arranged(), { name: 'InputError', message })
    })
  }
})
