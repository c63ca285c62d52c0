import type * as z from 'zod/mini'
import type { acceptedManySchema, acceptManySchema, CleanDetails, submissionSchema } from '#shared/api/details-links.ts'
import type { ActOnThings } from '../jobs/list-acts.ts'
import { Failure } from '../kernel/failure.ts'
import { itemProblem } from '../problems/problem-for.ts'
import type { SavedLink } from './link-rows.ts'
import { requireSeen } from './links.ts'
import { refusal } from './make-links.ts'
import { acceptSubmission, compareSubmission, viewSubmission } from './received.ts'

interface LookedAt {
  readonly link: SavedLink
  readonly submission: z.input<typeof submissionSchema>
}

/** Looks at those that are clean, each audited; of the others it says why they are not, and they are not looked at. */
export const lookAtClean: ActOnThings<SavedLink, LookedAt | keyof CleanDetails['left']> = {
  refused: () => 'other',
  act: (tx, person, some, isTime) =>
    oneByOne(some, isTime, async (link) => {
      const { warnings, differs } = await compareSubmission(tx, link)
      if (warnings.length > 0) return 'warned'
      if (differs.length > 0) return 'changed'
      return { link, submission: await viewSubmission(tx, person, link.id, link.submissionId ?? '') }
    }),
}

type Seen = z.infer<typeof acceptManySchema>['submissions'][number]

type Accepted = z.input<typeof acceptedManySchema>['submissions'][number]

/**
 * Accepts what one person has seen, each as by itself. Nothing that warns is accepted so.
 * @param before what refuses one before it is compared with what is saved
 */
export function acceptTogether(before: (link: SavedLink) => void): ActOnThings<Seen, Accepted> {
  return {
    refused: ({ id }, failure) => ({ id, problem: itemProblem(failure) }),
    act: (tx, person, some, isTime) =>
      oneByOne(some, isTime, async ({ id, ...seen }) => {
        const link = await requireSeen(tx, id, seen.submissionId)
        // To be compared by a person, one by one.
        if ((await compareSubmission(tx, link)).differs.length > 0)
          throw new Failure('STATE_CONFLICT', { params: { why: 'state' } })
        before(link)
        const { beneficiary } = await acceptSubmission(tx, person, id, { ...seen, confirmed: [] })
        return { id, beneficiaryId: beneficiary?.id ?? '' }
      }),
  }
}

/** Each refuses before it writes, so that one which is refused leaves the others as they are. */
async function oneByOne<Item, Answer>(
  some: readonly Item[],
  isTime: () => boolean,
  actOn: (item: Item) => Promise<Answer>,
): Promise<(Answer | Failure)[]> {
  const results: (Answer | Failure)[] = []
  for (const item of some) {
    if (results.length > 0 && isTime()) break
    results.push(await actOn(item).catch(refusal))
  }
  return results
}
