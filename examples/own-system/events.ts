import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { type AppEvent, type Client, orThrow } from './client.ts'

/** All that happens, oldest first. The cursor is saved once a page has been handled, so what was under way at a crash comes again. */
export async function* eventsSince(
  client: Client,
  cursorFile: string,
  waitForMore: () => Promise<void>,
): AsyncGenerator<AppEvent> {
  let cursor = existsSync(cursorFile) ? readFileSync(cursorFile, 'utf8') : ''
  for (;;) {
    const page = orThrow(await client.GET('/api/events', { params: { query: { cursor } } }))
    yield* page.items
    if (page.nextCursor !== null) {
      cursor = page.nextCursor
      writeFileSync(cursorFile, cursor)
    }
    if (!page.hasMore) await waitForMore()
  }
}
