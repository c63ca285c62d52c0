import { expect, it } from 'vitest'
import { filesOfVisit } from './first-load.mjs'

const manifest = {
  'index.html': { file: 'index.js', css: ['first.css'], imports: ['_shared.js'] },
  'list.tsx': {
    file: 'list.js',
    imports: ['_shared.js', '_table.js'],
    dynamicImports: ['form.tsx', 'later.tsx'],
  },
  'form.tsx': { file: 'form.js', imports: ['_shared.js'] },
  'fields.tsx': { file: 'fields.js', imports: ['_shared.js'] },
  'later.tsx': { file: 'later.js', css: ['later.css'] },
  '_shared.js': {
    file: 'shared.js',
    dynamicImports: ['../shared/language/en.json?compiled', '../shared/language/fr.json?compiled'],
  },
  '../shared/language/en.json?compiled': { file: 'en.js' },
  '../shared/language/fr.json?compiled': { file: 'fr.js' },
  '_table.js': { file: 'table.js' },
}

it('The first visit of a screen loads the page, the screen and all that these need, each once, and nothing of another screen', () => {
  expect([...filesOfVisit(manifest, ['list.tsx'], 'en')].toSorted()).toEqual([
    'en.js',
    'first.css',
    'index.html',
    'index.js',
    'list.js',
    'shared.js',
    'table.js',
  ])
  const ofForm = filesOfVisit(manifest, ['form.tsx', 'fields.tsx'], 'en')
  expect(ofForm).toEqual(expect.arrayContaining(['form.js', 'fields.js']))
  expect(ofForm).not.toContain('table.js')
})

it('The first visit of a screen loads the words that it waits for in its own language alone', () => {
  const words = (language: string) =>
    filesOfVisit(manifest, ['form.tsx'], language).filter((file) => /^(?:en|fr)/.test(file))
  expect(words('fr')).toEqual(['fr.js'])
  expect(words('en')).toEqual(['en.js'])
})

it('The first visit of a screen is not measured of a screen that is not there', () => {
  expect(() => filesOfVisit(manifest, ['gone.tsx'], 'en')).toThrow('The build has no gone.tsx.')
})
