import { expect, it } from 'vitest'
import { dialectIn } from './english.ts'
import { filesOf, read, sourceFolders } from './source-files.ts'

it('Comments and test titles are in plain English', () => {
  const paths = sourceFolders.flatMap((folder) => filesOf(folder, ['.ts', '.tsx', '.mjs']))
  expect(paths.length).toBeGreaterThan(1_000)
  const found = paths.flatMap((path) => dialectIn(path, read(path)).map((text) => `${path}: ${text}`))
  expect(found).toEqual([])
})

it('The check of English reads comments and titles, and no other text', () => {
  const source = `
    // Nobody stands here.
    /** What it
     * comes to. Understood. */
    it.each([1])('Is mended', () => say('said'))
    describe(\`Tells \${1}\`, () => {})`
  expect(dialectIn('web/a.test.ts', source)).toEqual(['Nobody', 'stands', 'comes to', 'mended', 'Tells'])
  expect(dialectIn('web/a.ts', source)).toEqual(['Nobody', 'stands', 'comes to'])
})
