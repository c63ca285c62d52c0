import { sampleDataSchema } from '#shared/api/sample-data.ts'
import { named, type Route, route } from '../http/route.ts'
import { Failure } from '../kernel/failure.ts'
import { loadSample } from '../sample-data/load-sample.ts'
import { removeSample, sampleState } from '../sample-data/remove-sample.ts'
import type { AppDeps } from './app-deps.ts'

/** Beneficiaries and payouts to try the app with; only in the sandbox. */
export function sampleDataRoutes({ store, environment }: Pick<AppDeps, 'store' | 'environment'>): readonly Route[] {
  const address = {
    path: '/api/sample-data',
    permission: 'manage',
    answer: named('SampleData', sampleDataSchema),
  } as const
  return [
    route({
      ...address,
      method: 'post',
      summary:
        'Loads sample data unless they are loaded: in the sandbox only, under the names of people who cannot sign in.',
      problems: ['NOT_FOUND'],
      handle: async ({ person }) => {
        if (environment !== 'sandbox') throw new Failure('NOT_FOUND', { params: { what: 'sandbox' } })
        await store.write((tx) => loadSample(tx, person))
        return { body: { sampleData: await sampleState(store, environment), kept: 0 } }
      },
    }),
    route({
      ...address,
      method: 'delete',
      summary:
        'Deletes the sample data. What your team made stays, with what it refers to: the payouts in their exports, and the beneficiaries whom they paid.',
      handle: async ({ person }) => {
        const kept = await store.write((tx) => removeSample(tx, person))
        return { body: { sampleData: await sampleState(store, environment), kept } }
      },
    }),
  ]
}
