import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readXml, XML_DEPTH_MAX } from './xml-document.ts'

test('a document of the maximum depth is read, a deeper one is rejected', () => {
  let tags = 0
  const read = (depth: number) => {
    tags = 0
    readXml('<a>'.repeat(depth) + '</a>'.repeat(depth), { open: () => void (tags += 1) })
  }
  read(XML_DEPTH_MAX)
  assert.equal(tags, XML_DEPTH_MAX)
  assert.throws(() => read(5000), { name: 'InputError', message: /^the document is nested more than 100 deep/ })
  assert.equal(tags, XML_DEPTH_MAX)
})

test('the number of sibling elements is not limited', () => {
  let tags = 0
  readXml(`<r>${'<a/>'.repeat(500)}</r>`, { open: () => void (tags += 1) })
  assert.equal(tags, 501)
})
