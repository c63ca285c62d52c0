import { useState } from 'react'
import { ApiProblem } from '../api/api.ts'
import { issueText } from '../language/issue-text.ts'
import { goToFieldOnceShown } from '../ui/error-summary.tsx'

type WrongTexts<Name extends string> = Readonly<Partial<Record<Name, string | false | undefined>>>

/**
 * The texts of a small form, by their names, with what is `wrong` about them. Nothing is marked before the form is sent; then each wrong
 * field says why, also one that the server refuses by its name. `form` distinguishes its fields from those of others on the screen.
 */
export function useTexts<Name extends string>(
  form: string,
  before: Readonly<Record<Name, string>>,
  wrong: (texts: Readonly<Record<Name, string>>) => WrongTexts<Name>,
) {
  const [texts, setTexts] = useState(before)
  const [isSent, setIsSent] = useState(false)
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({})
  const idOf = (name: string) => `${form}${name.charAt(0).toUpperCase()}${name.slice(1)}`

  /** Whether nothing is wrong; goes to the first field that is. */
  function isSound(): boolean {
    setIsSent(true)
    const errors = Object.entries(wrong(texts)).filter(([, error]) => typeof error === 'string')
    const [first] = Object.keys(texts).filter((name) => errors.some(([one]) => one === name))
    if (first !== undefined) goToFieldOnceShown(idOf(first))
    return errors.length === 0
  }

  function errorOf(name: Name): string | undefined {
    const error = isSent && wrong(texts)[name]
    return typeof error === 'string' ? error : refused[name]
  }

  return {
    texts,
    set: (name: Name, text: string) => setTexts({ ...texts, [name]: text }),
    isSent,
    isSound,
    /** What a field is given. */
    field: (name: Name) => ({
      name: idOf(name),
      value: texts[name],
      onChange: (text: string) => setTexts({ ...texts, [name]: text }),
      error: errorOf(name),
    }),
    /** Sends it if nothing is wrong. What the server has against a field is shown there; any other failure is thrown. */
    async send(work: () => Promise<void>): Promise<void> {
      setRefused({})
      if (!isSound()) return
      try {
        await work()
      } catch (cause) {
        const errors = cause instanceof ApiProblem ? (cause.problem.errors ?? []) : []
        const placed = errors.map((error) => [error.pointer.replace('#/', ''), issueText(error)] as const)
        const [first] = placed.filter(([name]) => name in texts)
        if (first === undefined) throw cause
        setRefused(Object.fromEntries(placed))
        goToFieldOnceShown(idOf(first[0]))
      }
    },
  }
}
