import { randomUUID } from 'node:crypto'
import { type DetailsLinkWrite, usualLinkDays } from '#shared/api/details-links.ts'
import { type Issue, issueOn } from '#shared/api/issue.ts'
import { countryCodes, isCountryCode, ruleBook } from '#shared/countries/rule-book.ts'
import { fieldLabel } from '#shared/payout/field-label.ts'
import { currentRow, noSuchBeneficiary } from '../beneficiaries/save-beneficiary.ts'
import { findBeneficiary } from '../entry/beneficiary-rows.ts'
import type { ThingResults } from '../jobs/list-acts.ts'
import { Failure } from '../kernel/failure.ts'
import { hashOfSecret, makeSecret } from '../kernel/random-secret.ts'
import type { Actor } from '../people/member.ts'
import type { DetailsSettings } from '../settings/details-settings.ts'
import type { Transaction } from '../store/store.ts'
import { forgetLinks, insertLinks } from './link-rows.ts'
import { authorsWith, daysFrom, type LinkWithSecret, ownPage } from './links.ts'

/** For how long links are kept, and to which pages they may lead back. */
type LinkTerms = Pick<DetailsSettings, 'keepDays' | 'receivedDays' | 'embedOrigins'>

/**
 * Makes a link for someone new, or for a saved beneficiary. Audited.
 * @throws Failure NOT_FOUND, ERASED, FIELDS_INVALID for another country than the beneficiary's, or a page that is not the merchant's
 */
export async function makeLink(
  tx: Transaction,
  person: Actor,
  write: DetailsLinkWrite,
  terms: LinkTerms,
): Promise<LinkWithSecret> {
  const [made] = await makeLinks(tx, person, [write], terms)
  if (made === undefined || made instanceof Failure) throw made ?? new Failure('NOT_FOUND')
  return made
}

/** Makes several, each or not at all, and forgets those that are over for long. */
export async function makeLinks(
  tx: Transaction,
  person: Actor,
  writes: readonly DetailsLinkWrite[],
  terms: LinkTerms,
): Promise<ThingResults<LinkWithSecret>> {
  const ago = (days: number) => daysFrom(tx.now(), -days)
  await forgetLinks(tx.db, { endedBy: ago(terms.keepDays), receivedBy: ago(terms.receivedDays) })
  const results: (LinkWithSecret | Failure)[] = []
  for (const write of writes) results.push(await newLink(tx, person, write, terms))
  const links = results.flatMap((result) => (result instanceof Failure ? [] : [result.link]))
  await insertLinks(tx, links)
  const asked = links.map(({ id }) => ({
    personId: person.id,
    action: 'details.asked' as const,
    thing: { type: 'detailsLink' as const, id },
  }))
  if (asked.length > 0) await tx.audit(...asked)
  return results
}

async function newLink(
  tx: Transaction,
  person: Actor,
  write: DetailsLinkWrite,
  terms: LinkTerms,
): Promise<LinkWithSecret | Failure> {
  const { name, language, beneficiaryId, days = usualLinkDays } = write
  const saved = beneficiaryId === undefined ? undefined : await beneficiaryNow(tx, beneficiaryId)
  if (saved instanceof Failure) return saved
  const allowed = saved === undefined ? countryCodes : [saved.country]
  if (write.country !== undefined && !allowed.some((code) => code === write.country)) {
    const error = issueOn('country', 'unknown_country', { given: write.country, allowed })
    return new Failure('FIELDS_INVALID', { errors: [error] })
  }
  const country = saved?.country ?? write.country ?? null
  const wrongMethod = methodError(country, write.method)
  if (wrongMethod !== undefined) return new Failure('FIELDS_INVALID', { errors: [wrongMethod] })
  const returnUrl = ownPage(write.returnUrl ?? null, terms.embedOrigins)
  if (write.returnUrl !== undefined && returnUrl === null) {
    return new Failure('FIELDS_INVALID', { errors: [issueOn('returnUrl', 'return_address', {})] })
  }
  const [id, secret, now] = [randomUUID(), makeSecret(), tx.now()]
  const link = {
    id,
    state: 'open',
    secretHash: hashOfSecret(secret),
    name,
    language,
    country,
    method: write.method ?? null,
    beneficiary: saved === undefined ? null : { id: saved.id, version: saved.version },
    madeBy: person.id,
    madeAt: now.toISOString(),
    expiresAt: daysFrom(now, days),
    openedAt: null,
    openedOn: null,
    submittedAt: null,
    comment: null,
    returnUrl,
    submissionId: null,
    submission: null,
    authors: authorsWith([], person),
    changes: 1,
  } as const
  return { link, secret }
}

/** A method is one of a country. */
function methodError(country: string | null, method: string | undefined): Issue | undefined {
  if (method === undefined) return undefined
  if (!isCountryCode(country))
    return issueOn('country', 'missing', { label: fieldLabel('country'), act: 'choose', allowed: countryCodes })
  const allowed = ruleBook[country].methods.map(({ id }) => id)
  return allowed.some((id) => id === method)
    ? undefined
    : issueOn('method', 'unknown_method', { given: method, allowed })
}

async function beneficiaryNow(tx: Transaction, id: string) {
  const row = await findBeneficiary(tx.db, id)
  if (row === undefined) return noSuchBeneficiary()
  return currentRow(tx, { id, version: row.version }).catch(refusal)
}

/** Why one of several is refused, where that is foreseen. */
export function refusal(error: unknown): Failure {
  if (error instanceof Failure) return error
  throw error
}
