import type { PayoutState } from '#shared/api/payout.ts'
import type { Actor } from '../people/member.ts'
import type { ApprovalSums } from '../policy/approval-sums.ts'
import { type Need, oneApproval } from '../policy/approvals-needed.ts'
import type { Hosts } from '../store/audit/hosts.ts'
import type { GivenApproval } from './payout-approvals.ts'
import type { ShownWarnings } from './review-policy.ts'

/*
 * The input of transition.ts: the state of a payout, the action on it, and who acts.
 */

/** The app itself: no member of staff has an empty id. */
export const theApp: Actor = { id: '', roles: [], approveUpTo: {}, approveUpToADay: {}, ownerIds: [], heldUntil: null }

/** The authors of an entry that this actor makes: what an API token enters counts as entered by its maker and its holder too. */
export function authorsIn({ id, ownerIds }: Pick<Actor, 'id' | 'ownerIds'>): readonly string[] {
  return [id, ...ownerIds]
}

/** What decides about a payout: its state, who entered it, which request it holds, and who has approved that. */
export interface ApprovalState {
  readonly state: PayoutState
  /** Ids of everyone who entered or changed anything of it since it was made, and of {@link detailsBy}. */
  readonly enteredBy: readonly string[]
  /** Of them, who changed nothing but the identifying details of the saved beneficiary, since one with exactly these was exported. */
  readonly detailsBy: readonly string[]
  /** Of the request that it holds. */
  readonly requestHash: string
  readonly payment: PaymentAmount
  /** Of the request that it holds, in the order in which they were given. */
  readonly approvals: readonly GivenApproval[]
  /** As it was fixed when it was sent to review. */
  readonly need: Need
  /** Of the request that has all approvals that it needs; null while it has not. */
  readonly approvedHash: string | null
  /** Who approved or returned it, and when, if that was the last thing done to it. */
  readonly decision: { readonly by: string; readonly at: string } | null
  readonly isErased: boolean
}

interface PaymentAmount {
  readonly amount: string
  readonly currencyCode: string
}

/** The state of a payout before anything is entered. */
export const unentered: ApprovalState = {
  state: 'draft',
  enteredBy: [],
  detailsBy: [],
  requestHash: '',
  payment: { amount: '0', currencyCode: '' },
  approvals: [],
  need: oneApproval,
  approvedHash: null,
  decision: null,
  isErased: false,
}

/** How a request proves to be the one that is meant: by the hash of what lies in the store, and of what the rule book of today makes. */
export interface Verification {
  readonly storedHash: string
  /** Null when today's rules find errors. */
  readonly todaysHash: string | null
}

/** Whose payout it is for the identifying details that it pays to, though they may have touched the saved beneficiary alone. */
export interface DetailsAuthors {
  readonly detailsBy: readonly string[]
}

/**
 * An action on a payout. `reopen` is the app's own: the rule book has changed, and with it the request. `disqualify` happens to one in
 * review when a person changes the identifying details of the saved beneficiary, `distrust` to one that a person approved whom an admin
 * trusts no more. `unexport` is the app's own, too: the export was never finished, so no one has its file.
 */
export type TransitionAction =
  | ({
      readonly act: 'edit'
      readonly requestHash: string
      readonly payment: PaymentAmount
      readonly need: Need
      readonly isSubmitted: boolean
    } & DetailsAuthors)
  | ({ readonly act: 'submit'; readonly requestHash: string; readonly need: Need } & DetailsAuthors)
  | { readonly act: 'withdraw' }
  | {
      readonly act: 'approve'
      readonly shownHash: string
      readonly verification: Verification
      readonly warnings: ShownWarnings
      /** How many approvals it takes where it has a sanctions hit. */
      readonly sanctions: Need
      /** How many it takes where anyone may be among its authors, as names were taken on trust. */
      readonly anyones?: Need
      /** What limits of the person count. */
      readonly sums: ApprovalSums
      /** Where it replaces a refused payout: for each who reported that, their id, and of whose token it was. */
      readonly refusedBy?: readonly (readonly string[])[] | undefined
      /** Who entered that refused payout. */
      readonly refusedAuthors?: readonly string[]
      /** Whose it is by now for the details that it pays to: a row can have been hidden as these joined its authors. */
      readonly detailsBy?: readonly string[]
      /** Who counts as one with whom. */
      readonly groupOf: Hosts['groupOf']
      readonly signature?: GivenApproval['signature']
      readonly at: string
    }
  | { readonly act: 'return'; readonly at: string }
  /**
   * `since`: when the act ended that decided about many, of which each can be undone as long as the last one. `need` is what it takes where it
   * was sent to review now.
   */
  | ({ readonly act: 'undo'; readonly need: Need; readonly at: string; readonly since?: string } & DetailsAuthors)
  | {
      readonly act: 'export'
      readonly isAgain: boolean
      readonly verification: Verification
      /** Whether a validation has found a warning of compliance that too few of its reviewers have confirmed with a reason. */
      readonly isUnreviewed: boolean
      /** Whether its beneficiary has denied their details on the phone. */
      readonly isFrozen: boolean
    }
  | { readonly act: 'delete' }
  | { readonly act: 'takeOver' }
  | ({ readonly act: 'reopen'; readonly requestHash: string | null; readonly need: Need } & DetailsAuthors)
  | { readonly act: 'disqualify' }
  | ({ readonly act: 'distrust'; readonly approver: string } & DetailsAuthors)
  /** `suspended`: of its approvers, who may not approve any more. */
  | ({ readonly act: 'unexport'; readonly suspended: readonly string[] } & DetailsAuthors)

export type ActionOf<Act extends TransitionAction['act']> = Extract<TransitionAction, { readonly act: Act }>
