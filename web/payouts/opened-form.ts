import { revealedSchema } from '#shared/api/beneficiary.ts'
import { type Draft, draftSchema, draftsSchema } from '#shared/api/draft.ts'
import { warningId } from '#shared/api/issue.ts'
import { revealedPayoutSchema } from '#shared/api/payout.ts'
import { ApiProblem, getJson, postJson } from '../app/api.ts'
import { createDraftAutosave, type DraftAutosave } from '../drafts/draft-autosave.ts'
import { settleDrafts } from '../drafts/open-drafts.ts'
import { sentRevision } from '../drafts/sent-revision.ts'
import { emptyContent, type FormContent } from './form-content.ts'
import { contentOf, restoredContent } from './restored-content.ts'

/** A form that is ready to be worked on. */
export interface OpenedForm {
  /** Tells this opening from every other. */
  readonly key: string
  readonly autosave: DraftAutosave
  readonly content: FormContent
  /** It goes on where it was left. */
  readonly isResumed: boolean
  /** The payout that is edited; undefined for a new one, and for a beneficiary. */
  readonly payoutId: string | undefined
}

/** What the address asks for: one draft, somebody of the book, or an empty form. */
export interface Wanted {
  readonly draftId: string | undefined
  readonly beneficiaryId: string | undefined
}

/** Opens the form for a new payout. */
export async function openNewPayout({ draftId, beneficiaryId }: Wanted): Promise<OpenedForm> {
  await settleDrafts()
  if (draftId !== undefined) {
    const draft = await draftIfAny(draftId)
    // What has ended is no form any more: another one begins, under a name of its own.
    return draft === undefined ? begin(emptyContent) : resume(draft)
  }
  if (beneficiaryId !== undefined) return begin(await contentFromBeneficiary(beneficiaryId))
  return begin(emptyContent)
}

/** Opens a payout for editing: what was left unfinished of it, else as it stands. */
export async function openPayout(payoutId: string): Promise<OpenedForm> {
  await settleDrafts()
  const { version, entry, warnings, beneficiary } = await postJson(
    `/api/payouts/${payoutId}/reveal`,
    {},
    revealedPayoutSchema,
  )
  const left = (await drafts()).find(({ kind, subjectId }) => kind === 'payout' && subjectId === payoutId)
  const resumed = left && (await resume(left))
  if (resumed?.content.payoutVersion !== undefined) return { ...resumed, payoutId }
  const confirmed = warnings
    .filter(({ confirmedBy }) => confirmedBy !== null)
    .map((warning) => ({ warningId: warningId(warning), ...(warning.reason !== null && { reason: warning.reason }) }))
  const content = { ...contentOf(entry, beneficiary), confirmed, payoutVersion: version }
  // What was left without a version cannot say what it changes: it makes room.
  const { key, autosave } = resumed ?? begin(content, crypto.randomUUID(), payoutId)
  return { key, autosave, content, isResumed: false, payoutId }
}

/** The form of somebody of the book, as they stand there now. */
export async function contentFromBeneficiary(beneficiaryId: string): Promise<FormContent> {
  const { version, entry } = await postJson(
    `/api/beneficiaries/${beneficiaryId}/reveal`,
    { purpose: 'pay' },
    revealedSchema,
  )
  return contentOf(entry, { id: beneficiaryId, version })
}

function begin(content: FormContent, id: string = crypto.randomUUID(), subjectId: string | null = null): OpenedForm {
  const autosave = createDraftAutosave({ id, kind: 'payout', subjectId, revision: 0, updatedAt: undefined })
  return { key: id, autosave, content: { ...content, intentId: id }, isResumed: false, payoutId: undefined }
}

/** A form that goes on where it was left. */
export async function resume(draft: Draft): Promise<OpenedForm> {
  const { content, ...start } = await newestKnown(draft)
  const autosave = createDraftAutosave(start)
  const restored = restoredContent(content)
  const intentId = restored.intentId ?? start.id
  return { key: start.id, autosave, content: { ...restored, intentId }, isResumed: true, payoutId: undefined }
}

/** What this tab sent as it was left may arrive after the question for it. */
async function newestKnown(draft: Draft): Promise<Draft> {
  const deadline = Date.now() + arrivalMs
  let newest = draft
  while (newest.revision < sentRevision(draft.id) && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    newest = (await draftIfAny(draft.id)) ?? newest
  }
  return newest
}

/** How long a draft that was sent on leaving may be under way, in ms. */
const arrivalMs = 1_500

/** The unfinished forms of whoever works here, newest first. */
export async function drafts(): Promise<readonly Draft[]> {
  return (await getJson('/api/drafts', draftsSchema)).items
}

/** One of them; undefined when it has ended. */
export async function draftIfAny(id: string): Promise<Draft | undefined> {
  try {
    return await getJson(`/api/drafts/${id}`, draftSchema)
  } catch (error) {
    if (error instanceof ApiProblem && error.problem.status === 404) return undefined
    throw error
  }
}
