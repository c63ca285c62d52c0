import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Which set of tests runs: what answers in a minute, all that CI runs, or the long runs. */
    readonly testSet: 'check' | 'test' | 'soak'
  }
}

/** How many examples a law over generated values tries: some in `npm run check`, all in `npm test`, many more in `npm run soak`. */
export function runs(usual: number): number {
  const shares = { check: 0.1, test: 1, soak: 20 }
  return Math.max(20, Math.round(usual * shares[inject('testSet')]))
}

/** The examples of a list that a law tries: every tenth in `npm run check`, else all. */
export function some<Example>(examples: readonly Example[]): readonly Example[] {
  return inject('testSet') === 'check' ? examples.filter((_, place) => place % 10 === 0) : examples
}
