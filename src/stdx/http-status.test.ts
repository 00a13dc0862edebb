import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { HttpResponse } from './http-get.ts'
import { parseRetryAfter, rejectContentEncoding, statusError } from './http-status.ts'

const NOW_MS = Date.parse('2026-11-21T05:54:00Z')

function answer(status: number, headers: Readonly<Record<string, string>> = {}, path = '/file'): HttpResponse {
  const body = (async function* (): AsyncGenerator<Buffer> {})()
  return { status, url: new URL(`https://h.example${path}`), header: (name) => headers[name], body, close() {} }
}

describe('statusError', () => {
  for (const status of [408, 425, 429, 500, 502, 503, 504]) {
    test(`${status} is temporary`, () => assert.equal(statusError(answer(status), NOW_MS).name, 'RetryableError'))
  }
  for (const status of [300, 304, 400, 401, 403, 404, 405, 410, 451]) {
    test(`${status} is permanent`, () => assert.equal(statusError(answer(status), NOW_MS).name, 'InputError'))
  }
})

describe('parseRetryAfter', () => {
  const cases: readonly [string | undefined, number | undefined][] = [
    [undefined, undefined],
    ['0', 0],
    ['120', 120_000],
    ['Sat, 21 Nov 2026 05:55:00 GMT', 60_000],
    ['Sat, 21 Nov 2026 05:00:00 GMT', 0],
    ['soon', undefined],
    ['-5x', undefined],
  ]
  for (const [text, ms] of cases) {
    test(`${text} is ${ms}`, () => assert.equal(parseRetryAfter(text, NOW_MS), ms))
  }
})

describe('rejectContentEncoding', () => {
  const cases: readonly [string | undefined, string, boolean][] = [
    [undefined, '/a.csv', true],
    ['identity', '/a.csv', true],
    ['gzip', '/a.json.gz', true],
    ['gzip', '/a.csv', false],
    ['br', '/a.json.gz', false],
  ]
  for (const [coding, path, taken] of cases) {
    test(`${coding} for ${path} is ${taken ? 'accepted' : 'rejected'}`, () => {
      const coded = answer(200, coding === undefined ? {} : { 'content-encoding': coding }, path)
      if (taken) rejectContentEncoding(coded)
      else assert.throws(() => rejectContentEncoding(coded), { name: 'InputError' })
    })
  }
})
