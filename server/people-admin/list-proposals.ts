import { policyProposalSchema } from '#shared/api/policy.ts'
import type { Proposal } from '#shared/api/proposals.ts'
import type { Person, SignInMode } from '#shared/api/session.ts'
import type { ApiToken } from '#shared/api/tokens.ts'
import { caughtFailure, Failure } from '../kernel/failure.ts'
import { allMembers, type PersonRow, personNames, rightsIn } from '../people/people-rows.ts'
import { type ProposalRow, waitingProposals } from '../proposals/proposal-rows.ts'
import { confirmersOf } from '../proposals/proposals.ts'
import type { Reader } from '../store/store.ts'
import { listTokens } from '../tokens/tokens.ts'
import { allEndpoints, type WebhookEndpoint } from '../webhooks/webhook-rows.ts'
import { proposedRights } from './people-admin.ts'
import { linkCode } from './people-links.ts'

/** What waits for a second person, the oldest first, as one person sees it; null: the command line, which may confirm all. */
export async function listProposals(
  reader: Reader,
  signIn: SignInMode,
  by: Person | null,
): Promise<readonly Proposal[]> {
  const rows = await waitingProposals(reader)
  if (rows.length === 0) return []
  const confirmers = signIn === 'local' ? undefined : await confirmersOf(reader, rows).catch(noneWhereTampered)
  const tokens = await listTokens(reader, signIn)
  const people = new Map((await allMembers(reader.db)).map((row) => [row.id, row]))
  const hosts = await reader.hosts().catch(caughtFailure)
  const { endpoints } = await allEndpoints(reader).catch((error) => ({ endpoints: noneOf(error) }))
  const tokenOf = ({ thing_id }: ProposalRow) => tokens.find(({ id }) => id === thing_id)
  const hostsOf = (row: ProposalRow) =>
    hosts instanceof Failure ? [] : hosts.of(tokenOf(row)?.maker.id ?? row.thing_id)
  const personOf = await personNames(
    reader.db,
    rows.flatMap((row) => [row.made_by, ...hostsOf(row)]),
  )
  return rows.map((row) => {
    const named = (confirmers?.get(row.id) ?? []).map(({ id, name }) => ({ id, name }))
    const isOpenTo = confirmers === undefined ? row.made_by !== by?.id : named.some(({ id }) => id === by?.id)
    return {
      id: row.id,
      kind: row.kind,
      by: personOf(row.made_by),
      at: row.made_at,
      expiresAt: row.expires_at,
      person: null,
      ...contentOf(reader, row, people.get(row.thing_id), tokenOf(row)),
      ...webhookOf(endpoints.find(({ id }) => id === row.thing_id)),
      canConfirm: by === null || isOpenTo,
      confirmers: named,
      letInBy: hostsOf(row).map(personOf),
      code: by?.id === row.made_by ? (codeFor(reader, signIn, row, by) ?? null) : null,
    }
  })
}

/** The code of a link that a proposal asks for, which is for its proposer alone. */
function codeFor(reader: Reader, signIn: SignInMode, row: ProposalRow, by: Person): string | undefined {
  const isOfLink = row.kind === 'invitation' || row.kind === 'reEnrolment'
  return isOfLink && signIn === 'accounts' ? linkCode(reader, row, by) : undefined
}

/** The list is there all the same; to confirm is refused. */
function noneWhereTampered(error: unknown): ReadonlyMap<string, readonly Person[]> {
  return new Map(noneOf(error))
}

function noneOf(error: unknown): readonly never[] {
  if (error instanceof Failure) return []
  throw error
}

function webhookOf(endpoint: WebhookEndpoint | undefined): Partial<Proposal> {
  if (endpoint === undefined) return {}
  const { url, types, state } = endpoint
  return { webhook: { url, types, change: ({ proposed: 'call', on: 'secret', off: 'call_again' } as const)[state] } }
}

/** What a proposal would make so. */
function contentOf(
  reader: Reader,
  row: ProposalRow,
  about: PersonRow | undefined,
  token: ApiToken | undefined,
): Partial<Proposal> {
  const person = about === undefined ? null : { id: about.id, name: about.name }
  switch (row.kind) {
    case 'policy':
      return { currencies: policyProposalSchema.parse(JSON.parse(row.content)).currencies }
    case 'token':
      if (token === undefined) return {}
      return {
        person: token.maker,
        token: { name: token.name, scopes: token.scopes, addresses: token.addresses, holder: token.holder },
      }
    case 'webhook':
      return {}
    case 'rights': {
      const { version: _, ...rights } = proposedRights(row.content)
      return { person, ...rights }
    }
    case 'invitation':
    case 'reEnrolment':
    case 'reinstatement': {
      const rights = about === undefined ? undefined : rightsIn(reader.encryption, about)
      const { roles = [], approveUpTo = {}, approveUpToADay = {} } = rights ?? {}
      return { person, roles: [...roles], approveUpTo, approveUpToADay }
    }
  }
}
