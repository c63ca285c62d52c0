import { type DraftKind, draftReceiptSchema } from '#shared/api/draft.ts'
import { ApiProblem, deleteJson, putJson } from '../app/api.ts'
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

/** One draft at the server. */
export interface KeptDraft {
  readonly id: () => string
  /** True once another tab or device went on with the draft that this one began as. */
  readonly isFork: () => boolean
  /** Puts the content in the place of the older one, and tells when. Throws as putJson does. */
  readonly put: (content: unknown) => Promise<string>
  readonly remove: () => Promise<void>
}

export function keptDraft({ kind, subjectId, ...start }: DraftStart): KeptDraft {
  let { id, revision } = start
  let isFork = false

  async function attempt(content: unknown): Promise<string> {
    const version = revision === 0 ? 'new' : revision
    const body = { kind, subjectId, content }
    noteSent(id, revision + 1)
    const { value } = await putJson(`/api/drafts/${id}`, body, draftReceiptSchema, { version, keepalive: true })
    revision = value.revision
    return value.updatedAt
  }

  return {
    id: () => id,
    isFork: () => isFork,
    async put(content) {
      try {
        return await attempt(content)
      } catch (error) {
        if (!isTakenElsewhere(error)) throw error
        // Neither version is lost: theirs stays where it is, ours goes on as a draft of its own.
        id = crypto.randomUUID()
        revision = 0
        isFork = true
        return attempt(content)
      }
    },
    async remove() {
      if (revision > 0) await deleteJson(`/api/drafts/${id}`)
    },
  }
}

/** Somebody kept a newer one, or ended it. */
function isTakenElsewhere(error: unknown): boolean {
  return error instanceof ApiProblem && (error.problem.status === 412 || error.problem.status === 404)
}
