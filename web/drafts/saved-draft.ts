import { type DraftKind, draftReceiptSchema, draftSchema } from '#shared/api/draft.ts'
import { ApiProblem, deleteJson, getJson, putJson } from '../api/api.ts'
import { noteSent } from './sent-revision.ts'

/** A draft as the server has it, or is to have it. */
export interface DraftStart {
  readonly id: string
  readonly kind: DraftKind
  /** What is edited; null for something new. */
  readonly subjectId: string | null
  /** 0: the server has none yet. */
  readonly revision: number
  readonly updatedAt: string | undefined
}

/** The draft has ended with a save whose answer was lost: going on with it would bring back what is saved. */
export class DraftEnded extends Error {
  override readonly name = 'DraftEnded'
}

/** One draft at the server. */
export interface SavedDraft {
  readonly id: () => string
  /** The newest revision that the server has acknowledged. */
  readonly revision: () => number
  /** True once another tab or device went on with the draft that this one began as. */
  readonly isFork: () => boolean
  /** Puts the content in the place of the older one, and tells when. Throws as putJson does, and DraftEnded. */
  readonly put: (content: unknown, isLeaving: boolean) => Promise<string>
  /** Sends once more what is under way, so that it outlives the page: the server takes the same content twice. */
  readonly repeat: (content: unknown) => void
  /** A save that ends the draft may have gone through: where it is gone, it has. */
  readonly mayHaveEnded: () => void
  /** Takes away what a save could not end: a fork of what was saved before, or a revision whose answer was lost. */
  readonly clear: () => Promise<void>
}

export function savedDraft({ kind, subjectId, ...start }: DraftStart): SavedDraft {
  let { id, revision } = start
  let isFork = false
  let isEnding = false
  /** Contents that the server may have taken without our hearing of it. */
  const unanswered = new Set<string>()

  function send(content: unknown, isLeaving: boolean) {
    const body = { kind, subjectId, content }
    const keepalive = isLeaving && fitsKeepalive(body)
    const version = revision === 0 ? 'new' : revision
    return putJson(`/api/drafts/${id}`, body, draftReceiptSchema, { version, keepalive })
  }

  async function attempt(content: unknown, isLeaving: boolean): Promise<string> {
    const text = JSON.stringify(content)
    unanswered.add(text)
    noteSent(id, revision + 1)
    try {
      const { value } = await send(content, isLeaving)
      revision = value.revision
      isEnding = false
      unanswered.clear()
      return value.updatedAt
    } catch (error) {
      if (isRefused(error)) unanswered.delete(text)
      throw error
    }
  }

  /** Goes on from the revision at the server, where that came from here and only its answer was lost. */
  async function takesUp(): Promise<boolean> {
    if (unanswered.size === 0) return false
    const draft = await getJson(`/api/drafts/${id}`, draftSchema)
    if (!unanswered.has(JSON.stringify(draft.content))) return false
    revision = draft.revision
    return true
  }

  /** Neither version is lost: theirs stays where it is, ours goes on as a draft of its own. */
  function fork() {
    id = crypto.randomUUID()
    revision = 0
    isFork = true
    unanswered.clear()
  }

  return {
    id: () => id,
    revision: () => revision,
    isFork: () => isFork,
    async put(content, isLeaving) {
      try {
        return await attempt(content, isLeaving)
      } catch (error) {
        if (isGone(error) && isEnding) throw new DraftEnded()
        if (!isGone(error) && !isNewerThere(error)) throw error
        if (isGone(error) || !(await takesUp())) fork()
        return attempt(content, isLeaving)
      }
    },
    repeat(content) {
      // Whoever sent it first hears the answer.
      send(content, true).catch(() => undefined)
    },
    mayHaveEnded() {
      isEnding = true
    },
    async clear() {
      if (!isFork && unanswered.size === 0) return
      await takesUp()
      if (revision > 0) await deleteJson(`/api/drafts/${id}`, { version: revision })
    },
  }
}

/** Beyond 64 KiB of such requests a browser sends none: more fail as if the network did. */
const mostKeepaliveBytes = 60_000

function fitsKeepalive(body: unknown): boolean {
  return new TextEncoder().encode(JSON.stringify(body)).length <= mostKeepaliveBytes
}

function isRefused(error: unknown): boolean {
  return error instanceof ApiProblem && error.problem.status < 500
}

function isGone(error: unknown): boolean {
  return error instanceof ApiProblem && error.problem.status === 404
}

function isNewerThere(error: unknown): boolean {
  return error instanceof ApiProblem && error.problem.status === 412
}
