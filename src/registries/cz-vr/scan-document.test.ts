import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fieldsIn } from '../../stdx/testing/cases.ts'
import { fc } from '../../stdx/testing/properties.ts'
import { documentOf, EVERY_FIELD, PREPYCHY } from '../testing/cz-vr.ts'
import type { BasicData } from './basic-data.ts'
import { extractBasicData } from './extract-basic-data.ts'
import { parseDocument } from './parse-document.ts'
import { scanDocument } from './scan-document.ts'

/** What the fast way says: the data of each extract, or undefined where it leaves the document to the parser. */
function scanned(document: Buffer): BasicData[] | undefined {
  const found = scanDocument(document)
  const data = found?.parts.map((part) => extractBasicData(part, found.prefix))
  return data?.every((one) => one !== undefined) ? (data as BasicData[]) : undefined
}

const PREPYCHY_DATA = fieldsIn(
  'Rejstrik=SR; ICO=65666232; ObchodniFirma=SH ČMS - Sbor dobrovolných hasičů Přepychy; DatumVzniku=1996-01-16; DatumZapisu=2014-01-01; Sidlo/ruianKod=7580932; Sidlo/stat=203; Sidlo/psc=53316; Sidlo/obec=Vápno; Sidlo/castObce=Přepychy; Sidlo/cisloPop=45',
)

const whole = documentOf(PREPYCHY)

describe('the scanner and the parser', () => {
  for (const [what, text] of [
    ['as published', whole],
    ['with another prefix', whole.replaceAll('are:', 'ns-1.x:').replaceAll(':are=', ':ns-1.x=')],
    ['without a prefix', whole.replaceAll('are:', '').replaceAll('xmlns:are=', 'xmlns=')],
    ['with single quotes', whole.replace(/xmlns:are="([^"]*)"/, "xmlns:are='$1'")],
    ['without a declaration', whole.replace(/^<\?xml.*\?>\n/, '')],
    ['in small letters', whole.replace('UTF-8', 'utf-8')],
    ['without persons', whole.replace(/<are:Statutarni_organ[\s\S]*<\/are:Statutarni_organ>/, '')],
  ] as const) {
    test(`agree on a document ${what}`, () => {
      const document = Buffer.from(text)
      assert.deepEqual(scanned(document)?.map(Object.fromEntries), [PREPYCHY_DATA])
      assert.deepEqual(parseDocument(document), scanned(document))
    })
  }

  test('agree on every field and on several extracts', () => {
    const document = Buffer.from(documentOf(EVERY_FIELD, PREPYCHY))
    const found = scanned(document)!
    assert.equal(found.length, 2)
    assert.equal(found[0]!.get('ObchodniFirma'), 'Vymyšlené mosty & brody, s.r.o. "v likvidaci"')
    assert.equal(found[0]!.get('Kod_PF'), '112')
    assert.deepEqual(parseDocument(document), found)
  })

  test('agree that a second seat does not complete the first, and that an empty seat is none', () => {
    const seats = '<are:Sidlo/><are:Sidlo><are:obec>Vápno</are:obec></are:Sidlo>'
    const later = '<are:Sidlo><are:obec>Praha</are:obec><are:ulice>Jankovcova</are:ulice></are:Sidlo>'
    const document = Buffer.from(documentOf(`${seats}${later}<are:ICO>1</are:ICO>${later}`))
    assert.deepEqual(Object.fromEntries(scanned(document)![0]!), { ICO: '1', 'Sidlo/obec': 'Vápno' })
    assert.deepEqual(parseDocument(document), scanned(document))
  })

  test('agree that a text is one line without invisible characters', () => {
    const document = Buffer.from(
      documentOf('<are:ObchodniFirma> Mos\u202ety \u200b\n a\u00adbrody</are:ObchodniFirma>'),
    )
    assert.equal(scanned(document)?.[0]?.get('ObchodniFirma'), 'Mosty abrody')
    assert.deepEqual(parseDocument(document), scanned(document))
  })

  const bridges = '<are:ObchodniFirma>Mosty</are:ObchodniFirma>'
  for (const [what, inside, name] of [
    ['a comment', '<are:ObchodniFirma>Mo<!-- <are:ICO>1</are:ICO> -->sty</are:ObchodniFirma>', 'Mosty'],
    ['CDATA', '<are:ObchodniFirma><![CDATA[Mosty & <brody>]]></are:ObchodniFirma>', 'Mosty & <brody>'],
    ['a processing instruction', `<?x <are:ObchodniFirma>a</are:ObchodniFirma>?>${bridges}`, 'Mosty'],
    ['another namespace', `<are:Sidlo xmlns:o="o"><o:ulice>a</o:ulice></are:Sidlo>${bridges}`, 'Mosty'],
    ['a declared namespace', '<are:ObchodniFirma xmlns:are="o">a</are:ObchodniFirma>', undefined],
    ['a carriage return', '<are:ObchodniFirma>Mosty\r\na brody</are:ObchodniFirma>', 'Mosty a brody'],
    ['a sign as a number beyond letters', '<are:ObchodniFirma>Mosty&#x1F309;</are:ObchodniFirma>', 'Mosty🌉'],
  ] as const) {
    test(`${what} is read correctly, by the parser if necessary`, () => {
      const document = Buffer.from(documentOf(inside))
      const parsed = parseDocument(document) as BasicData[]
      assert.equal(parsed[0]!.get('ObchodniFirma'), name)
      assert.deepEqual(scanned(document) ?? parsed, parsed)
    })
  }

  for (const [what, before, after] of [
    ['a comment', '<!--', '-->'],
    ['CDATA', '<are:Text><![CDATA[', ']]></are:Text>'],
    ['a processing instruction', '<?x', '?>'],
  ] as const) {
    test(`basic data inside ${what} are none`, () => {
      const document = Buffer.from(
        whole.replace('<are:Uvod>', `${before} <are:Zakladni_udaje></are:Zakladni_udaje> ${after}<are:Uvod>`),
      )
      assert.equal(scanned(document), undefined)
      assert.deepEqual((parseDocument(document) as BasicData[]).map(Object.fromEntries), [PREPYCHY_DATA])
    })
  }

  const malformed = /^is not well-formed XML at line \d+, column \d+$/
  const deep = `<are:Zakladni_udaje>${'<are:Text>'.repeat(98)}`
  for (const [what, text, reason] of [
    ['no XML', 'ICO;FIRMA\n', 'is not well-formed XML at line 2, column 0'],
    ['an empty document', '', 'is not well-formed XML at line 1, column 0'],
    ['a document cut off', whole.slice(0, -30), malformed],
    ['an element that is not closed', documentOf('<are:ICO>1'), malformed],
    ['basic data in basic data', documentOf('<are:Zakladni_udaje>'), malformed],
    ['an end too many', documentOf('</are:Zakladni_udaje>'), malformed],
    ['an unknown entity', documentOf('<are:ICO>&ico;</are:ICO>'), malformed],
    ['a lone ampersand', documentOf('<are:ICO>1 & 2</are:ICO>'), malformed],
    ['another namespace', whole.replaceAll('v_1.0.0', 'v_2.0.0'), 'is not an answer of ares_answer_vreo 1.0.0'],
    ['another root', whole.replaceAll('Ares_odpovedi', 'Ares_odpoved'), 'is not an answer of ares_answer_vreo 1.0.0'],
    ['a document of endless depth', documentOf(deep), 'has elements more than 100 levels deep'],
    ['another encoding', whole.replace('UTF-8', 'windows-1250'), 'states another encoding than UTF-8'],
  ] as const) {
    test(`${what} is refused with a reason that quotes nothing`, () => {
      const document = Buffer.from(text)
      const found = parseDocument(document)
      if (typeof reason === 'string') assert.equal(found, reason)
      else assert.match(String(found), reason)
      assert.equal(scanned(document), undefined)
    })
  }

  test('bytes that are not UTF-8 are refused, not replaced', () => {
    const document = Buffer.from(whole.replace('Vápno', 'V\xe1pno'), 'latin1')
    assert.equal(parseDocument(document), 'is not UTF-8')
    assert.equal(scanned(document), undefined)
  })
})

/** Pieces of which documents are put together at random, right ones and wrong ones. */
const PIECES = [
  ...'<are:ICO> </are:ICO> <are:ICO/> <are:Sidlo> </are:Sidlo> <are:psc> </are:psc> </are:obec> <are:Kod_PF>'.split(
    ' ',
  ),
  ...'</are:Kod_PF> <are:PravniForma> </are:PravniForma> <are:Cinnosti> </are:Cinnosti> <x/>'.split(' '),
  ...'</are:Zakladni_udaje> <![CDATA[<are:ICO>]]> &amp; &#225; &#xE1; &#0; &nbsp; & > ]]> Vápno 1'.split(' '),
  ...['<are:ICO dza="2014-01-01">', '<are:obec >', '<!-- x -->', '<?x y?>', ' ', '\n', '\r\n', '\u0001', '\ufffe'],
]

test('for any document the scanner agrees with the parser or defers to it', () => {
  const element = (content: fc.Arbitrary<string>) =>
    fc
      .tuple(fc.constantFrom('ICO', 'Sidlo', 'psc', 'PravniForma', 'Kod_PF', 'Rejstrik'), content)
      .map(([name, inner]) => `<are:${name}>${inner}</are:${name}>`)
  const several = (one: fc.Arbitrary<string>) => fc.array(one, { maxLength: 4 }).map((some) => some.join('\n'))
  const text = fc.constantFrom('Praha', ' 1 ', 'a  b', '&lt;b&gt;', '&#225;', '', ' ')
  const leaf = element(text)
  const usual = several(
    fc.oneof(leaf, element(several(leaf)), element(several(element(several(leaf)))), fc.constant('<are:ICO/>')),
  )
  const random = fc.array(fc.oneof(fc.constantFrom(...PIECES), leaf), { maxLength: 8 }).map((pieces) => pieces.join(''))
  const inside = fc.oneof({ weight: 3, arbitrary: usual }, { weight: 1, arbitrary: random })
  let agreed = 0
  fc.assert(
    fc.property(fc.array(inside, { minLength: 1, maxLength: 3 }), (extracts) => {
      const document = Buffer.from(documentOf(...extracts))
      const fast = scanned(document)
      if (fast === undefined) return
      agreed += 1
      assert.deepEqual(fast, parseDocument(document))
    }),
    { numRuns: 1500 },
  )
  assert.ok(200 < agreed, 'the fast way must have been taken often enough to be judged')
})
