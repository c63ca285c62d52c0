import { useState } from 'react'

/** Lines of a form that can be added, changed and removed; each has an id, so that equal ones are distinguished. */
export function useLines<Line extends object>(before: readonly Line[]) {
  const [lines, setLines] = useState(() => before.map((line, id) => ({ ...line, id })))
  return {
    lines,
    /** Returns the id of the new line. */
    add(line: Line): number {
      const id = Math.max(-1, ...lines.map((one) => one.id)) + 1
      setLines([...lines, { ...line, id }])
      return id
    },
    change: (wanted: number, part: Partial<Line>) =>
      setLines(lines.map((line) => (line.id === wanted ? { ...line, ...part } : line))),
    remove: (unwanted: number) => setLines(lines.filter(({ id }) => id !== unwanted)),
  }
}
