/** A function of a text that remembers its answers: a file says the same names twenty thousand times. What is too much to keep is forgotten. */
export function remembering<Answer>(answer: (text: string) => Answer): (text: string) => Answer {
  const known = new Map<string, { readonly answer: Answer }>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found.answer
    if (known.size >= mostKnown) known.clear()
    const made = { answer: answer(text) }
    known.set(text, made)
    return made.answer
  }
}

const mostKnown = 5_000
