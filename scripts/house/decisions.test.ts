import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { filesOf, read, sourceFolders } from './source-files.ts'

const top = fileURLToPath(new URL('../../', import.meta.url))
const folder = 'docs/decisions/'
const names = readdirSync(`${top}${folder}`).filter((name) => name !== 'README.md')
const records = names.map(readRecord)

it('Each decision record has the number of its file, a title, date and status, and three sections', () => {
  expect(records.length).toBeGreaterThan(60)
  expect(new Set(records.map(({ number }) => number)).size).toBe(records.length)
  for (const { name, number, title, head, sections } of records) {
    expect(name).toMatch(/^\d{4}-[a-z0-9-]+\.md$/)
    expect(name.slice(0, 4)).toBe(number)
    expect(title).toMatch(/^[A-Zz]/)
    expect(head).toMatch(
      /^Date: \d{4}-\d\d-\d\d · Status: (accepted|(accepted, superseded in part|superseded) by \d[\d, and]+)( · Supersedes (in part )?\d[\d, and]+)*$/,
    )
    expect(sections).toEqual(['## Context', '## Decision', '## Consequences'])
  }
})

it('The index lists each decision record once, by its title, with the decision and whether it is superseded', () => {
  const entries = read(`${folder}README.md`)
    .split('\n')
    .filter((line) => line.startsWith('- '))
  expect(entries.length).toBe(records.length)
  for (const { name, number, title, status } of records) {
    const start = `- [${number} ${title}](${name}): `
    const [entry = '', ...others] = entries.filter((line) => line.startsWith(start))
    expect([entry.slice(0, start.length), others]).toEqual([start, []])
    expect(entry.slice(start.length)).toMatch(/\w.{20,}\.( \([^)]*\))?$/)
    expect(entry.match(/ \((superseded [^)]*)\)$/)?.[1] ?? 'accepted').toBe(status.replace('accepted, ', ''))
  }
})

it('A decision record that supersedes another is named there, and the other way round', () => {
  for (const how of ['', 'in part ']) {
    const later = records.flatMap(({ number, head }) =>
      numbersAfter(`superseded ${how}by`, head).map((by) => `${number} by ${by}`),
    )
    const older = records.flatMap(({ number, head }) =>
      numbersAfter(`Supersedes ${how}`.trim(), head).map((other) => `${other} by ${number}`),
    )
    expect(later.sort()).toEqual(older.sort())
    expect(later.length).toBeGreaterThan(2)
  }
})

it('No document and no source names a decision record that does not exist', () => {
  const documents = ['', 'docs/', folder].flatMap((path) =>
    readdirSync(`${top}${path}`)
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${path}${name}`),
  )
  const sources = sourceFolders.flatMap((room) => filesOf(room, ['.ts', '.tsx', '.mjs', '.css', '.c']))
  const links = [...documents, ...sources].flatMap((path) =>
    [...read(path).matchAll(/(?:decisions\/|\]\()(\d{4}-[a-z0-9-]+\.md)/g)].map(([, name = '']) => ({ path, name })),
  )
  expect(links.filter(({ name }) => !names.includes(name))).toEqual([])
  expect(links.length).toBeGreaterThan(records.length + 40)
})

function readRecord(name: string) {
  const [title = '', , head = '', ...lines] = read(`${folder}${name}`).split('\n')
  return {
    name,
    number: title.slice(2, 6),
    title: title.slice(7),
    head,
    status: head.match(/Status: ([^·]*?)(?: ·|$)/)?.[1] ?? '',
    sections: lines.filter((line) => line.startsWith('## ')),
  }
}

/** The records named after such words: superseded by 0027 and 0030. */
function numbersAfter(words: string, head: string): readonly string[] {
  return head.match(new RegExp(`\\b${words} (\\d[\\d, and]+)`))?.[1]?.match(/\d{4}/g) ?? []
}
