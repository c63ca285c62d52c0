import { vi } from 'vitest'

interface StoredDraft {
  readonly revision: number
  readonly content: unknown
}

/** The fate of a request: it is answered; it arrives, but its answer is lost; it never arrives; or it is refused with this problem. */
type Fate = 'answered' | 'unheard' | 'lost' | { readonly status: number; readonly detail: string }

/** Drafts as /api/drafts/{id} saves them, behind a network that the test controls. */
export interface DraftServer {
  readonly rows: Map<string, StoredDraft>
  /** Each request, such as `PUT keepalive`. */
  readonly asked: readonly string[]
  /** Sets the fate of the requests from now on. */
  readonly now: (fate: Fate) => void
  /** Another device continues every draft. */
  readonly savedElsewhere: (content: unknown) => void
}

export function draftServer(): DraftServer {
  const rows = new Map<string, StoredDraft>()
  const asked: string[] = []
  let fate: Fate = 'answered'
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    asked.push(`${init.method}${init.keepalive ? ' keepalive' : ''}`)
    if (fate === 'lost') throw new TypeError('Failed to fetch')
    if (typeof fate === 'object') return problem(fate.status, fate.detail)
    const answer = answered(rows, path.split('/').at(-1) ?? '', init)
    if (fate === 'unheard') throw new TypeError('Failed to fetch')
    return answer
  })
  return {
    rows,
    asked,
    now(next) {
      fate = next
    },
    savedElsewhere(content) {
      for (const [id, { revision }] of rows) rows.set(id, { revision: revision + 1, content })
    },
  }
}

function answered(rows: Map<string, StoredDraft>, id: string, { method, headers, body }: RequestInit): Response {
  const seen = new Headers(headers).get('if-match')
  const saved = rows.get(id)
  if (method === 'PUT') return put(rows, id, seen, JSON.parse(String(body)).content)
  if (saved === undefined) return problem(404)
  if (method === 'GET') return found(id, saved)
  if (seen !== `"${saved.revision}"`) return problem(412)
  rows.delete(id)
  return new Response(null, { status: 204 })
}

function put(rows: Map<string, StoredDraft>, id: string, seen: string | null, content: unknown): Response {
  const saved = rows.get(id)
  if (saved === undefined && seen !== null) return problem(404)
  if (saved !== undefined && JSON.stringify(saved.content) === JSON.stringify(content)) return found(id, saved)
  if (saved !== undefined && seen !== `"${saved.revision}"`) return problem(412)
  const row = { revision: (saved?.revision ?? 0) + 1, content }
  rows.set(id, row)
  return found(id, row)
}

function found(id: string, { revision, content }: StoredDraft): Response {
  const draft = { id, kind: 'payout', subjectId: null, revision, updatedAt: '2026-11-21T12:00:00Z', content }
  return Response.json(draft, { headers: { etag: `"${revision}"` } })
}

function problem(status: number, detail = ''): Response {
  const body = { type: '', title: '', status, detail, code: '', retryable: status === 503, requestId: 'r' }
  return Response.json(body, { status })
}
