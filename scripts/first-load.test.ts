import { describe, expect, it } from 'vitest'
import { filesOfVisit } from './first-load.mjs'

const manifest = {
  'index.html': { file: 'index.js', imports: ['_shared.js'], css: ['index.css'] },
  'list.tsx': { file: 'list.js', imports: ['_shared.js', '_table.js'], css: ['list.css'] },
  'form.tsx': { file: 'form.js', imports: ['_shared.js'] },
  '_shared.js': { file: 'shared.js', css: ['shared.css'] },
  '_table.js': { file: 'table.js' },
}

describe('The first visit of a screen', () => {
  it('loads the page, the screen and all that these need, each once, and nothing of another screen', () => {
    expect([...filesOfVisit(manifest, 'list.tsx')].toSorted()).toEqual([
      'index.css',
      'index.js',
      'list.css',
      'list.js',
      'shared.css',
      'shared.js',
      'table.js',
    ])
    expect(filesOfVisit(manifest, 'form.tsx')).not.toContain('table.js')
  })

  it('is not measured of a screen that is not there', () => {
    expect(() => filesOfVisit(manifest, 'gone.tsx')).toThrow('The build has no gone.tsx.')
  })
})
