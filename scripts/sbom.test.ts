import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { billOfMaterials } from './sbom.ts'

const read = (file: string) => JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'))
const { dependencies, devDependencies } = read('package.json')
const { packages } = read('package-lock.json')
const bill = billOfMaterials(read('package-lock.json'))
const refs = bill.components.map((component) => component['bom-ref'])

it('Bill of materials: it has every production dependency of package.json in its locked version', () => {
  const wanted = Object.entries(dependencies).map(([name, version]) => `pkg:npm/${name.replace('@', '%40')}@${version}`)
  expect(wanted.length).toBeGreaterThan(15)
  expect(wanted.filter((ref) => !refs.includes(ref))).toEqual([])
})

it('Bill of materials: it has whatever those need, down to the last, and nothing that only development needs', () => {
  const edges = new Map(bill.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))
  const reached = new Set<string>()
  const visit = (ref: string) => {
    if (reached.has(ref)) return
    reached.add(ref)
    for (const next of edges.get(ref) ?? []) visit(next)
  }
  visit(bill.metadata.component['bom-ref'])
  expect([...reached].slice(1).sort()).toEqual(refs.toSorted())
  const names = bill.components.map(({ name }) => name)
  expect(Object.keys(devDependencies).filter((name) => names.includes(name))).toEqual([])
})

it('Bill of materials: each package has its hash, as the lockfile has it, and its licence', () => {
  const integrity = packages['node_modules/express'].integrity.replace('sha512-', '')
  const express = bill.components.find(({ name }) => name === 'express')
  expect(express?.hashes?.[0]?.content).toBe(Buffer.from(integrity, 'base64').toString('hex'))
  expect(bill.components.filter(({ hashes, licenses }) => !hashes || !licenses).map(({ name }) => name)).toEqual([])
})

it('Bill of materials: of two versions of a package each is named, and who needs which', () => {
  const lockfile = {
    packages: {
      '': { name: 'desk', version: '1.0.0', dependencies: { a: '1.0.0', b: '1.0.0' }, devDependencies: { c: '1.0.0' } },
      'node_modules/a': { version: '1.0.0', dependencies: { b: '2.0.0' } },
      'node_modules/a/node_modules/b': { version: '2.0.0' },
      'node_modules/b': { version: '1.0.0' },
      'node_modules/c': { version: '1.0.0', dev: true },
    },
  }
  expect(billOfMaterials(lockfile).dependencies).toEqual([
    { ref: 'pkg:npm/desk@1.0.0', dependsOn: ['pkg:npm/a@1.0.0', 'pkg:npm/b@1.0.0'] },
    { ref: 'pkg:npm/a@1.0.0', dependsOn: ['pkg:npm/b@2.0.0'] },
    { ref: 'pkg:npm/b@1.0.0', dependsOn: [] },
    { ref: 'pkg:npm/b@2.0.0', dependsOn: [] },
  ])
})
