import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { type Company, EMPTY_SEAT } from '../../records/company.ts'
import { companyWith, seatWith } from '../../records/testing/bare-records.ts'
import { cases } from '../../stdx/testing/cases.ts'
import { buildTar } from '../../stdx/testing/tar.ts'
import { buildZip } from '../../stdx/testing/zip.ts'
import { archiveOf, documentOf, EVERY_FIELD, PREPYCHY } from '../testing/cz-vr.ts'
import { callsOf, type Refusal, readFiles, refusesFiles, setInWords } from '../testing/read-files.ts'
import { type Recording, recordingSink } from '../testing/recording-sink.ts'
import { writeSourceFiles } from '../testing/source-files.ts'
import { czVr } from './cz-vr.ts'

const NAME = 'ares_vreo_all.tar.gz'

const read = (archive: Uint8Array, recording = recordingSink()) => readFiles(czVr, { [NAME]: archive }, recording)

const names = ({ records }: Recording) => [...records].map(([key, record]) => [key, (record as Company).name])
const named = (ico: string, name: string) => `<are:ICO>${ico}</are:ICO><are:ObchodniFirma>${name}</are:ObchodniFirma>`

test('arrange makes one full set of the archive, which states no day', async () => {
  const files = writeSourceFiles({ [NAME]: archiveOf({ '65666232.xml': documentOf(PREPYCHY) }) })
  assert.deepEqual((await czVr.arrange(files, {})).map(setInWords), [`cz-vr, full, complete, of null: ${NAME}`])
})

describe('read', () => {
  test('reads all published fields and no persons', async () => {
    const archive = archiveOf({ '65666232.xml': documentOf(PREPYCHY), '00654321.xml': documentOf(EVERY_FIELD) })
    const { records, rejects } = await read(archive)
    assert.deepEqual(rejects, [])
    const seat =
      'municipality=Vápno; municipalityPart=Přepychy; registrationNumber=45; postalCode=53316; addressId=7580932'
    assert.deepEqual(
      records.get(65666232),
      companyWith('ico=65666232; name=SH ČMS - Sbor dobrovolných hasičů Přepychy; establishedOn=1996-01-16', {
        register: { code: 'SR', name: 'spolkový rejstřík', codelist: null },
        seat: seatWith(`${seat}; country=Česká republika; countryCode=203`),
      }),
    )
    const legalForm = { code: '112', name: 'Společnost s ručením omezeným', codelist: null }
    assert.deepEqual((records.get(654321) as Company).legalForm, legalForm)
    assert.ok(!JSON.stringify([...records]).includes('Osoba'))
  })

  const branch = named('27000001', 'Závod')
  for (const [what, extracts, name] of [
    ['the extract with its own number, not that of a branch', [branch, named('00654321', 'Firma')], 'Firma'],
    ['a number without its zeroes', [branch, named('654321', 'Firma')], 'Firma'],
    ['the first where no number fits', [named('', 'První'), branch], 'První'],
    ['the only one, though it has no number', ['<are:ObchodniFirma>Firma</are:ObchodniFirma>'], 'Firma'],
    ['the right one, also if it needs the parser', [branch, named('00654321', '<![CDATA[Firma]]>')], 'Firma'],
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

  const nothing = documentOf('').replace(/<are:Zakladni_udaje>.*?<.are:Zakladni_udaje>/s, '')
  const error = '<are:Error><are:Error_kod>1</are:Error_kod></are:Error></are:Odpoved>'
  for (const [what, stub, reason] of cases<[string, string, string]>`
    without an extract                    | ${documentOf()} | ARES has no extract (no Zakladni_udaje)
    with an extract that holds nothing    | ${nothing} | ARES has no extract (no Zakladni_udaje)
    with an error                         | ${documentOf().replace('</are:Odpoved>', error)} | ARES has no extract (no Zakladni_udaje)
    without a name                        | ${documentOf('<are:ICO>06719937</are:ICO><are:Rejstrik>OR</are:Rejstrik>')} | the document has no name (ObchodniFirma)
  `) {
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
      const expected = seatWith('municipality=Vápno; evidenceNumber=7')
      assert.deepEqual(await read1(named('00654321', 'Osoba') + home), expected)
      assert.deepEqual(await read1(named('00654321', '<![CDATA[Osoba]]>') + home), expected)
    })

    test(`${element} adds nothing to a Sidlo, before it or after it`, async () => {
      const seat = '<are:Sidlo><are:obec>Praha</are:obec></are:Sidlo>'
      const expected = seatWith('municipality=Praha')
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
    assert.deepEqual(await callsOf(czVr, files), [NAME, '65666232'])
  })
})

const whole = archiveOf({ '65666232.xml': documentOf(PREPYCHY), '00654321.xml': documentOf(EVERY_FIELD) })
const tar = gunzipSync(whole)
const ONE_FILE = 'cz-vr needs one file, ares_vreo_all.tar.gz, which holds everything; files given:'
const OTHER = 'is not a file of cz-vr; ares_vreo_all.tar.gz is expected'

const REFUSED = cases<Refusal>`
  no file               | ${{}} | ${ONE_FILE} none
  two archives          | ${{ 'a.tar.gz': whole, 'b.tgz': whole }} | ${ONE_FILE} a.tar.gz and b.tgz
  the list of numbers   | ${{ 'ares_seznamIC_VR.csv.7z': 'x' }} | ares_seznamIC_VR.csv.7z: is a list beside the archive and is not needed. Leave it out
  the snapshot of RES   | ${{ 'res_data.csv': 'ICO' }} | res_data.csv: ${OTHER}
  one document          | ${{ '65666232.xml': documentOf(PREPYCHY) }} | 65666232.xml: ${OTHER}
  an error page         | ${'<html>'} | ${NAME}: is a web page. The server sent it instead of the data. Check the address and fetch the file again
  an empty file         | ${''} | ${NAME}: the file is empty; fetch it again
  a zip                 | ${await buildZip({ 'a.xml': 'x' })} | ${NAME}: is packed with zip; gzip is expected, as the register publishes it. Fetch it again
  a tar that is not packed | ${tar} | ${NAME}: is not packed; gzip is expected, as the register publishes it. Fetch it again and do not unpack it
  a packed file that is no tar | ${gzipSync(documentOf(PREPYCHY))} | ${NAME}: does not hold a gzipped tar archive; fetch ares_vreo_all.tar.gz again
  an archive of something else | ${gzipSync(buildTar([{ name: 'a.csv', content: 'x' }]))} | ${NAME}: holds no {ICO}.xml: it is another archive than ares_vreo_all.tar.gz
  a download cut off    | ${whole.subarray(0, -40)} | ${NAME}: the gzip file is cut off; fetch it again
  a tar cut off before it was packed | ${gzipSync(tar.subarray(0, 2048))} | ${NAME}: the archive has no end after VYSTUP/DATA/: it was cut off. Fetch it again
  a tar cut off between documents | ${gzipSync(tar.subarray(0, -1024))} | ${NAME}: the archive has no end after VYSTUP/DATA/00654321.xml: it was cut off. Fetch it again
  a huge document       | ${gzipSync(buildTar([{ name: '1.xml', statedBytes: 17 << 20 }]))} | ${NAME}: 1.xml claims 17825792 bytes; at most 16777216 are expected
`
refusesFiles(czVr, NAME, REFUSED)
