import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, describe, test } from 'node:test'
import { TEXTS } from '../../../client/src/elements/texts.ts'
import { packClient } from '../../client/testing/packed-client.ts'
import { listGuideSamples, readGuideSample } from '../../testing/guide-samples.ts'
import { ROOT } from '../../testing/source-tree.ts'

/*
 * The samples for React and Vue are compiled with the package as it is published. The frameworks are no dependencies:
 * the declarations below stand in for the few of their types that the samples use. A template of Vue is not compiled.
 */

const REACT = `
declare module 'react' {
  export interface ChangeEvent<T> { readonly target: T }
  export function useEffect(effect: () => (() => void) | undefined, dependencies: readonly unknown[]): void
  export function useRef<T>(value: T | null): { readonly current: T | null }
  export function useState<T>(value: T): [T, (next: (before: T) => T) => void]
}
declare module 'react/jsx-runtime' {
  export * as JSX from 'jsx'
  export const jsx: unknown, jsxs: unknown, Fragment: unknown
}
declare module 'jsx' {
  import type { ChangeEvent } from 'react'
  interface Input {
    ref?: { readonly current: HTMLInputElement | null }
    name: string
    autoComplete: string
    value: string
    onChange(event: ChangeEvent<HTMLInputElement>): void
  }
  export interface ElementChildrenAttribute { children: unknown }
  export interface IntrinsicElements { input: Input; label: { children: unknown } }
}
`

const VUE = `
declare module 'vue' {
  export function onMounted(hook: () => void): void
  export function onBeforeUnmount(hook: () => void): void
  export function reactive<T extends object>(value: T): T
  export function ref<T>(): { value: T | undefined }
}
`

const FRAMEWORKS = { 'react.d.ts': REACT, 'vue.d.ts': VUE }
const OPTIONS = { jsx: 'react-jsx', module: 'esnext', moduleResolution: 'bundler' }

const client = await packClient()
after(() => client[Symbol.dispose]())

/** The sample as a module. A template's own names are those that its script must have. */
function readModule(name: string): string {
  const code = readGuideSample(name)
  if (!name.endsWith('(vue)')) return code
  const [, script, template] = /<script setup lang="ts">\n(.+?)<\/script>.*<template>(.+)<\/template>/s.exec(code)!
  const used = [...template!.matchAll(/(?: ref|v-model)="([^"]+)"/g)].map(([, expression]) => expression)
  return `${script}export const used = [${used.join(', ')}]\n`
}

describe('the guides', () => {
  const names = listGuideSamples()
    .map(({ name }) => name)
    .filter((name) => /\((?:ts|tsx|vue)\)$/.test(name))

  test('have samples for React and Vue', () => {
    for (const language of ['(tsx)', '(vue)']) assert(names.some((name) => name.endsWith(language)))
  })

  for (const name of names) {
    const file = name.endsWith('(tsx)') ? 'sample.tsx' : 'sample.ts'

    test(`have a sample that compiles: ${name}`, () => {
      assert.equal(client.check({ ...FRAMEWORKS, [file]: readModule(name) }, OPTIONS), '')
    })

    if (file === 'sample.ts' && name.endsWith('(ts)')) continue

    test(`name only values that the widgets know, or the compiler refuses them: ${name}`, () => {
      const wrong = readModule(name).replace("postcode: '[", "zip: '[")
      assert.match(client.check({ ...FRAMEWORKS, [file]: wrong }, OPTIONS), /'zip' does not exist in type/)
    })

    test(`fill fields that the sample has: ${name}`, () => {
      const code = readGuideSample(name)
      for (const [, field] of code.matchAll(/'\[name=(\w+)\]'/g)) assert(code.includes(`name="${field!}"`))
    })
  }

  test('name the purpose of each field that has one, as accessibility rules demand', () => {
    const inputs = listGuideSamples().flatMap(({ name, code }) =>
      [...code.matchAll(/<input[^>]* name="(?:street|town|postcode|company)"[^>]*>/g)].map(([input]) => ({
        name,
        input,
      })),
    )
    assert(12 <= inputs.length)
    for (const { name, input } of inputs) assert.match(input, /autocomplete="[\w-]+"/i, name)
  })

  test('quote the messages of the widgets', () => {
    const guide = readFileSync(`${ROOT}/docs/guides/errors.md`, 'utf8')
    const { loading, freely, empty, offline, quota, broken } = TEXTS.en
    const messages = [loading, ...[empty, offline, quota, broken].map((text) => `${text} ${freely}`)]
    for (const message of messages) assert(guide.includes(`| ${message} |`), message)
  })
})
