import { useState } from 'react'

/** Lines of a form that can be added, changed and removed; each has an id, so that equal ones are distinguished. */
export function useLines<Line extends object>(before: readonly Line[]) {
  const [lines, setLines] = useState(() => before.map((line, id) => ({ ...line, id })))
  return {
    lines,
    add: (line: Line) => setLines([...lines, { ...line, id: Math.max(-1, ...lines.map(({ id }) => id)) + 1 }]),
    change: (wanted: number, part: Partial<Line>) =>
      setLines(lines.map((line) => (line.id === wanted ? { ...line, ...part } : line))),
    remove: (unwanted: number) => setLines(lines.filter(({ id }) => id !== unwanted)),
  }
}
