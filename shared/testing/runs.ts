import { inject } from 'vitest'
import { type SampleEntry, sampleEntries } from './sample-entries.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Which set of tests runs: what answers in a minute, all that CI runs, or the long runs. */
    readonly testSet: 'check' | 'test' | 'soak'
  }
}

/**
 * How many examples a law over generated values tries: few in `npm run check`, a third in `npm test`, twenty times as many in `npm run soak`;
 * in the first two some all the same, where few are usual.
 */
export function runs(usual: number): number {
  const [share, least] = ({ check: [0.03, 5], test: [0.3, 20], soak: [20, 20] } as const)[inject('testSet')]
  return Math.max(Math.min(usual, least), Math.round(usual * share))
}

/** The examples of a list that a law tries: every thirtieth in `npm run check`, every third in `npm test`, others each turn, and all in `npm run soak`. */
export function some<Example>(examples: readonly Example[], turn = 0): readonly Example[] {
  const each = { check: 30, test: 3, soak: 1 }[inject('testSet')]
  return examples.filter((_, place) => place % each === turn % each)
}

/**
 * The samples for what takes long and follows from the rules of a country: where the interface documents no values, all are alike and Kenya is
 * the one that is tried, but in `npm run soak`.
 */
export function differingSamples(): readonly SampleEntry[] {
  const isTried = ({ country }: SampleEntry) => country.undocumented === undefined || country.code === 'KE'
  return inject('testSet') === 'soak' ? sampleEntries : sampleEntries.filter(isTried)
}

/** For a law that has to reach something rare: the same examples each time, but in `npm run soak`. */
export function sameExamples(): { readonly seed?: number } {
  return inject('testSet') === 'soak' ? {} : { seed: 20_261_123 }
}
