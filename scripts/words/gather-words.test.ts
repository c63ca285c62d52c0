import { expect, it } from 'vitest'
import { read } from '../house/source-files.ts'
import { catalogs } from './catalogs.ts'
import { fromOneFile } from './gather-words.ts'

it.each(catalogs().map(({ module }) => module))('%s is served with the words of other rooms', (module) => {
  const served = fromOneFile(read(module), module)
  expect(served).toMatch(/^import .* from 'words-together\/(first|form|later)'/)
  expect(served).toContain(`await wordsOf(loaders('${module.slice('web/'.length, -'.ts'.length)}'))`)
  expect(served).not.toContain('.json')
})

it('leaves what is no catalog of a room', () => {
  const source = "import('./rule-words/fr.json')"
  expect(fromOneFile(source, 'web/language/rule-words.ts')).toBe(source)
})
