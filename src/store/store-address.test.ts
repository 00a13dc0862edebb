import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { parseStoreAddress, type StoreAddress } from './store-address.ts'

const ACCEPTED: readonly (readonly [text: string, address: StoreAddress])[] = [
  ['/srv/store', { kind: 'folder', dir: '/srv/store' }],
  ['store', { kind: 'folder', dir: resolve('store') }],
  ['file:///srv/the%20store', { kind: 'folder', dir: '/srv/the store' }],
  ['https://example.com/regista/', { kind: 'web', url: 'https://example.com/regista' }],
  ['http://127.0.0.1:8000', { kind: 'web', url: 'http://127.0.0.1:8000' }],
  ['http://[::1]/x', { kind: 'web', url: 'http://[::1]/x' }],
  ['http://10.1.2.3/x', { kind: 'web', url: 'http://10.1.2.3/x' }],
  ['http://172.31.0.1/x', { kind: 'web', url: 'http://172.31.0.1/x' }],
  ['http://store/x', { kind: 'web', url: 'http://store/x' }],
  ['http://store.regista.svc/x', { kind: 'web', url: 'http://store.regista.svc/x' }],
  ['s3://acme', { kind: 's3', bucket: 'acme', prefix: '' }],
  ['s3://acme/', { kind: 's3', bucket: 'acme', prefix: '' }],
  ['s3://acme.eu/a//b_c/', { kind: 's3', bucket: 'acme.eu', prefix: 'a/b_c/' }],
]

for (const [text, address] of ACCEPTED) {
  test(`the address of a store may be ${text}`, () => {
    assert.deepEqual(parseStoreAddress(text), address)
  })
}

const REJECTED: readonly (readonly [text: string, message: RegExp])[] = [
  ['', /empty/],
  ['http://example.com/x', /not encrypted/],
  ['http://172.32.0.1/x', /not encrypted/],
  ['http://8.8.8.8/x', /not encrypted/],
  ['http://[2001:db8::1]/x', /not encrypted/],
  ['http://10.example.com/x', /not encrypted/],
  ['https://user:word@example.com/x', /no user, password/],
  ['https://example.com/x?token=1', /query/],
  ['ftp://example.com/x', /cannot be at ftp:/],
  ['file://machine/x', /names a machine/],
  ['https://', /no address/],
  ['s3:///prefix', /write s3:\/\/bucket/],
  ['s3://Acme/x', /write s3:\/\/bucket/],
  ['s3://acme/a b', /write s3:\/\/bucket/],
  ['s3://acme/../other', /dots only/],
]

for (const [text, message] of REJECTED) {
  test(`the address of a store may not be ${text || 'nothing'}`, () => {
    assert.throws(() => parseStoreAddress(text), { name: 'InputError', message })
  })
}
