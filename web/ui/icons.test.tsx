import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import * as icons from './icons.tsx'

it('Each sign is drawn within its icon, as what follows a closed shape counts from where that shape began', () => {
  const drawn = Object.values(icons).map((Icon) => render(<Icon />).container.innerHTML)
  const begun = drawn.flatMap((svg) => [...svg.matchAll(/M([\d.]+) ([\d.]+)[^MZ]*Zm([\d.]+) ([\d.]+)/g)])
  expect(begun.length).toBeGreaterThan(0)
  const isOutside = ([, x, y, right, down]: RegExpExecArray) =>
    Number(x) + Number(right) > 16 || Number(y) + Number(down) > 16
  expect(begun.filter(isOutside).map(([shape]) => shape)).toEqual([])
})
