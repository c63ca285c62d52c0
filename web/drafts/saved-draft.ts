import * as z from 'zod/mini'
import { type DraftKind, draftReceiptSchema, draftSchema } from '#shared/api/draft.ts'
import { ApiProblem, deleteJson, getJson, putJson } from '../api/api.ts'
import { readFromTab, saveInTab } from '../state/tab-storage.ts'

/** A draft as the server has it, or will have it. */
export interface DraftStart {
  readonly id: string
  readonly kind: DraftKind
  /** What is edited; null for something new. */
  readonly subjectId: string | null
  /** 0: the server has none yet. */
  readonly revision: number
  readonly updatedAt: string | undefined
}

/** The draft was ended by a save whose answer was lost: continuing it would bring back what is already saved. */
export class DraftEnded extends Error {
  override readonly name = 'DraftEnded'
}

/** One draft at the server. */
export interface SavedDraft {
  readonly id: () => string
  /** The newest revision that the server has acknowledged. */
  readonly revision: () => number
  /** True once another tab or device has continued the draft that this one began as. */
  readonly isFork: () => boolean
  /** Replaces the content and returns when that was. Throws as putJson does, and DraftEnded. */
  readonly put: (content: unknown, isLeaving: boolean) => Promise<string>
  /** Sends again what is being sent, so that it outlives the page: the server accepts the same content twice. */
  readonly repeat: (content: unknown) => void
  /** A save that ends the draft may have succeeded: if the draft no longer exists, it has. */
  readonly mayHaveEnded: () => void
  /** Deletes what a save could not end: a fork of an earlier draft, or a revision whose answer was lost. */
  readonly clear: () => Promise<void>
}

export function savedDraft({ kind, subjectId, ...start }: DraftStart): SavedDraft {
  let { id, revision } = start
  let isFork = false
  let isEnding = false
  /** Contents that the server may have saved without our receiving its answer. */
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

  /** Continues from the revision at the server, if that came from here and only its answer was lost. */
  async function adoptServerRevision(): Promise<boolean> {
    if (unanswered.size === 0) return false
    const draft = await getJson(`/api/drafts/${id}`, draftSchema)
    if (!unanswered.has(JSON.stringify(draft.content))) return false
    revision = draft.revision
    return true
  }

  /** Neither version is lost: theirs stays, ours continues as another draft. */
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
        if (isGone(error) || !(await adoptServerRevision())) fork()
        return attempt(content, isLeaving)
      }
    },
    repeat(content) {
      // The caller who sent it first gets the answer.
      send(content, true).catch(() => undefined)
    },
    mayHaveEnded() {
      isEnding = true
    },
    async clear() {
      if (!isFork && unanswered.size === 0) return
      await adoptServerRevision()
      if (revision > 0) await deleteJson(`/api/drafts/${id}`, { version: revision })
    },
  }
}

/** A browser sends no keepalive requests beyond 64 KiB in total. */
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

const key = 'payout-desk:draft-sent'

const sentSchema = z.object({ id: z.string(), revision: z.number() })

/** Notes which revision this tab has sent, not its content: a reload then knows what to wait for. */
function noteSent(id: string, revision: number): void {
  saveInTab(key, { id, revision })
}

/** The newest revision of a draft that this tab has sent, if it was the last one; else 0. */
export function sentRevision(id: string): number {
  const sent = sentSchema.safeParse(readFromTab(key))
  return sent.success && sent.data.id === id ? sent.data.revision : 0
}
