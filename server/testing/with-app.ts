import { afterAll, beforeAll } from 'vitest'
import type { Store } from '../store/store.ts'
import type { Place } from './stores.ts'
import { startTestApp, type TestApp } from './test-app.ts'

/** Hands over an app on a place of its own, and another store over its database, for as long as the tests of a block run. */
export function withApp(
  makePlace: () => Promise<Place>,
  take: (running: { readonly app: TestApp; readonly store: Store }) => void,
): void {
  let end = async () => {}
  beforeAll(async () => {
    const place = await makePlace()
    const app = await startTestApp(place.environment)
    const store = await place.open()
    end = async () => {
      await store.close()
      await app.stop()
      await place.remove()
    }
    take({ app, store })
  })
  afterAll(() => end())
}
