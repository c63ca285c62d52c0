import type { Mutant } from './mutant.ts'

const transition = { file: 'server/payout-state/transition.ts', killedBy: ['server/payout-state/transition.test.ts'] }
const conditions = { ...transition, file: 'server/payout-state/approval-conditions.ts' }
const reviewPolicy = {
  file: 'server/payout-state/review-policy.ts',
  killedBy: ['server/payout-state/transition.test.ts'],
}

const laws = ['server/lists/batch-laws.test.ts']
const act = { file: 'server/lists/approval-job.ts', killedBy: ['server/routes/batch-review.test.ts'] }
const running = { file: 'server/lists/run-approval.ts', killedBy: laws }

/** Mistakes in who approves what, and how many must. */
export const reviewMutants: readonly Mutant[] = [
  {
    ...transition,
    breaks: 'A payout that was returned can be approved.',
    text: "approve: ['in_review'],",
    replacement: "approve: ['in_review', 'returned'],",
  },
  {
    ...transition,
    breaks: 'An approval outlives an edit.',
    text: 'const open = { ...undecided, approvedHash: null, approvals: [] }',
    replacement: 'const open = { ...undecided, approvals: [] }',
  },
  {
    ...conditions,
    breaks: 'A request is approved that is not the one that was shown.',
    text: 'hashes.some((hash) => hash !== payout.requestHash)',
    replacement: 'hashes.every((hash) => hash !== payout.requestHash)',
  },
  {
    ...conditions,
    breaks: 'A payout is approved with warnings that the reviewer was not shown.',
    text: 'return warnings.shownHash === warnings.todaysHash\n',
    replacement: 'return warnings.shownHash.length > 0\n',
  },
  {
    ...transition,
    breaks: 'A payout is exported twice without being asked for again.',
    text: "if (state === 'exported' && !isAgain)",
    replacement: "if (state === 'returned' && !isAgain)",
  },
  {
    ...transition,
    breaks: 'A payout is exported although the rules of today make another request of it.',
    text: ' || verification.todaysHash !== approvedHash)',
    replacement: ')',
  },
  {
    ...transition,
    breaks: 'An approved payout stays approved when the rules of today find errors in it.',
    text: "return requestHash === null ? { ...payout, state: 'returned' }",
    replacement: 'return requestHash === null ? { ...payout }',
  },
  {
    ...conditions,
    breaks: 'Who entered a payout approves it.',
    text: '(payout, { act }, actor) => refusedAuthor(payout, act, actor),\n',
    replacement: '',
  },
  {
    ...conditions,
    breaks: 'One person gives both approvals of a payout.',
    text: 'if (!approvals.some(({ by }) => by === id))',
    replacement: 'if (approvals.length < 99)',
  },
  {
    ...transition,
    breaks: 'A payout is approved with one approval, whatever the policy asks for.',
    text: 'return approvals.length < need.needed',
    replacement: 'return approvals.length < 1',
  },
  {
    ...conditions,
    breaks: 'A person approves more than they may.',
    text: 'compareAmounts(one, limit) <= 0',
    replacement: 'compareAmounts(one, one) <= 0',
  },
  {
    ...conditions,
    breaks: 'What a person approves within a day in all is not counted.',
    text: 'sums.inAll, approveUpToADay',
    replacement: 'sums.toPayee, approveUpToADay',
    killedBy: ['server/payout-state/approval-conditions.test.ts'],
  },
  {
    ...conditions,
    breaks: 'What was refused is paid again on the word of who entered it.',
    text: 'refusedBy.some((ids) => !ids',
    replacement: 'refusedBy.every((ids) => !ids',
    killedBy: ['server/payout-state/approval-conditions.test.ts'],
  },
  {
    ...conditions,
    breaks: 'A person approves one half after the other of what is above their limit.',
    text: 'isWithin(amount) && isWithin(sum)',
    replacement: 'isWithin(amount)',
  },
  {
    breaks: 'Of an amount that a batch splits, the half that is sent first takes one approval.',
    file: 'server/entry/same-payout-rows.ts',
    text: "...(batchId === null ? [] : [is('batch_id', '=', batchId)]),",
    replacement: '',
    killedBy: ['server/policy/approval-policy.test.ts'],
  },
  {
    ...transition,
    breaks: 'An approval from before a sanctions hit counts although that reviewer gave no reason for it.',
    text: 'hits.every(({ reviewedBy }) => reviewedBy.includes(by))',
    replacement: 'hits.every(({ reviewedBy }) => reviewedBy.length >= 0 || by)',
  },
  {
    breaks: 'Who keeps an API token approves what it has entered.',
    file: 'server/payout-state/approval-state.ts',
    text: 'return [id, ...ownerIds]',
    replacement: 'return [id, ...ownerIds.slice(1)]',
    killedBy: transition.killedBy,
  },
  {
    breaks: 'A payout that is split in two takes as many approvals as each half.',
    file: 'server/policy/need-of-payout.ts',
    text: '...(others ?? []).map(({ amount }) => amount)',
    replacement: '...(others ?? []).map(() => "0")',
    killedBy: ['server/policy/approval-policy.test.ts'],
  },
  {
    ...transition,
    breaks: 'The person who entered a payout returns it, as a reviewer would.',
    text: "if (move.act === 'return') return refusedAuthor(payout, 'return', actor)",
    replacement: '',
  },
  {
    ...transition,
    breaks: 'The person who entered a payout approves it after another person’s edit.',
    text: 'new Set([...payout.enteredBy, ...editors,',
    replacement: 'new Set([...editors,',
  },
  {
    ...transition,
    breaks: 'Who changed the details of a beneficiary approves the first payout with them.',
    text: '...editors, ...detailsBy])]',
    replacement: '...editors])]',
  },
  {
    ...reviewPolicy,
    breaks: 'A reviewer approves a duplicate without having confirmed it.',
    text: 'if (asked === undefined) return true',
    replacement: 'if (isConfirmed) return true',
  },
  {
    ...reviewPolicy,
    breaks: 'A sanctions hit is approved without a reason.',
    text: "(asked === 'tick' || reasonIn(given) !== undefined)",
    replacement: 'true',
  },
  {
    ...transition,
    breaks: 'A decision can be undone for an hour.',
    text: '<= undoMs ? undefined',
    replacement: '<= 360 * undoMs ? undefined',
  },
  {
    ...transition,
    breaks: 'Anybody undoes the decision of another.',
    text: "if (decision.by !== id) return refused('decider')",
    replacement: '',
  },
  {
    breaks: 'Who changed the details of a beneficiary is no author while no payout with exactly these was exported.',
    file: 'server/entry/details-rows.ts',
    text: 'exported.get(pairOf(beneficiaryId, detailsHash)) ?? 0',
    replacement: 'exported.get(pairOf(beneficiaryId, detailsHash)) ?? 99_999',
    killedBy: ['server/payouts/four-eyes.test.ts'],
  },
  {
    ...transition,
    breaks: 'Of many that were approved by one act, the first can be undone no more once the last one is approved.',
    text: 'since > decision.at ? since : decision.at',
    replacement: 'since > decision.at ? decision.at : decision.at',
  },
  {
    ...act,
    breaks: 'Somebody else goes on with an act when the database says that it is theirs.',
    text: ' || content.personId !== row.person_id',
    replacement: '',
    file: 'server/jobs/job-rows.ts',
    killedBy: ['server/jobs/forged-jobs.test.ts'],
  },
  {
    ...act,
    breaks: 'An act takes payouts that are not of its batch.',
    text: 'if (others.length > 0) throw',
    replacement: 'if (others.length > 99_999) throw',
  },
  {
    ...act,
    breaks: 'An act takes other payouts in the place of those that were given.',
    text: "if (roots[place] !== null || act.state !== 'collecting') throw wrongList()",
    replacement: '',
  },
  {
    ...act,
    breaks: 'An act goes on for longer than a day.',
    file: 'server/jobs/run-jobs.ts',
    text: 'rememberedMs = 24 * 60 * 60_000',
    replacement: 'rememberedMs = 240 * 60 * 60_000',
    killedBy: laws,
  },
  {
    ...running,
    breaks: 'An act approves another list than the one that its root names.',
    text: '!== given.root)',
    replacement: "=== '')",
    killedBy: ['server/routes/batch-review.test.ts'],
  },
  {
    ...running,
    breaks: 'An act can be undone for an hour.',
    text: '> undoMs) throw',
    replacement: '> 360 * undoMs) throw',
  },
  {
    ...running,
    breaks: 'Undoing an act takes back what the person has approved by itself before, which the act was refused.',
    text: 'some = next.filter(({ problem }) => problem === undefined)',
    replacement: 'some = next.filter(() => true)',
  },
  {
    breaks: 'What was signed for one list, of one payout too, approves another.',
    file: 'server/accounts/approval-signatures.ts',
    text: 'kept === undefined || canonicalJson(kept.list) !== canonicalJson(list)',
    replacement: "kept === undefined || canonicalJson(list) === ''",
    killedBy: ['server/lists/signed-act.test.ts', 'server/accounts/approval-signatures.test.ts'],
  },
  {
    breaks: 'The way from a payout to the root of a list is taken for another one.',
    file: 'shared/api/approved-list.ts',
    text: 'pairText(hash, other) : pairText(other, hash)',
    replacement: 'pairText(hash, other) : pairText(hash, other)',
    killedBy: ['shared/api/approved-list.test.ts'],
  },
]
