import * as z from 'zod/mini'
import { sessionEnds } from './session.ts'

const problemReasons = [
  // OWN_ENTRY: what the person did, or with `dependent` let in who did.
  'payout',
  'details',
  // APPROVAL_STALE: what has changed. STATE_CONFLICT: its state, a request that is not the approved one, a form that was saved before.
  'request',
  'warnings',
  'state',
  'saved',
  // STATE_CONFLICT: the batch is being validated already.
  'validating',
  // STATE_CONFLICT: the person has approved it already; a batch that takes no more rows; an export not made yet. EXPORT_UNDONE: stopped, or cut.
  'approved',
  'finished',
  // STATE_CONFLICT, APPROVAL_STALE and TAMPERED: the list of payouts that one act is to approve.
  'list',
  'preparing',
  'notRefused',
  'refusedByAuthor',
  'replaced',
  'frozen',
  'callBack',
  // STATE_CONFLICT: a payout of which as much was stated as it takes.
  'statements',
  // EXPORT_UNDONE; TAMPERED: long work that does not go on once its row is put back.
  'stopped',
  // NOT_PERMITTED: the person has a new role or another way to sign in; the payout is above the amount that the person approves, the proposal is their own or about them, or they
  // depend on who made it.
  'held',
  'limit',
  'limitOfDay',
  'proposer',
  'dependent',
  // SIGN_IN_REQUIRED: what ended the session; unknown also where it was never one. With `local`, what a program lacks that has sent nothing.
  ...sessionEnds,
  'unknown',
  'token',
  // STEP_UP_REQUIRED: an approval takes a signature, a change of what one signs in with a proof that names it. MALFORMED_REQUEST: a session beside an API token.
  'approval',
  'credentials',
  // TAMPERED: what does not agree, with `name`: the audit log has another. `person`: at signing in.
  'audit',
  'policy',
  'person',
  // TOO_MANY_SHEETS and TOO_MANY_LISTS: not their number, but what they hold.
  'size',
  'items',
  // MALFORMED_BODY.
  'empty',
  'encoding',
  'depth',
  'form',
  'twice',
  'name',
  'syntax',
  // MALFORMED_REQUEST, with `encoding`, `cut`, `credentials`, and `twice` for a parameter of the query, as `parameter` is for one that there is not.
  'parameter',
  'hosts',
  'otherHost',
  'http',
  'logout',
  // TOKEN_REFUSED, with `expired`, `address` and `unknown`: why the token opens nothing.
  'revoked',
  'proposed',
  'unseen',
  // NOT_PERMITTED: another person's batch.
  'maker',
  'local',
  // PERSON_REFUSED, with `suspended`.
  'lastAdmin',
  'self',
  'provider',
  'machine',
  'outdated',
  'invited',
  'notInvited',
  'notSuspended',
  'suspendedLately',
  'notHeld',
  'onTrust',
  // PROXY_REFUSED.
  'untrusted',
  'forwarded',
  'plain',
  'host',
  'address',
  'direct',
  // VERSION_REQUIRED: what may be new.
  'new',
  // WARNINGS_UNREVIEWED: what found one since the approval, which an export is refused for.
  'validation',
  // UNDO_REFUSED: why the decision stays, with `late`.
  'exported',
  'changed',
  'decider',
  // PROVIDER_UNREACHABLE and PROVIDER_TIMEOUT.
  'late',
  'cut',
  'part',
  // PROVIDER_PROTOCOL_ERROR: what the provider sent, with `cut` and `http`.
  'status',
  'type',
  'compressed',
  'json',
  'merchant',
  'shape',
  'echo',
  'size',
  'informational',
] as const

/** Which of the cases of its code a problem is: the closed list of `why`. */
export const problemReasonSchema = z.enum(problemReasons)
