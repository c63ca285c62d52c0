import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import type { Draft } from '#shared/api/draft.ts'
import { isCountryCode } from '#shared/countries/rule-book.ts'
import { deleteJson } from '../api/api.ts'
import { drafts } from '../drafts/left-drafts.ts'
import { settleDrafts } from '../drafts/open-drafts.ts'
import { countryNameByCode } from '../entry/country-options.ts'
import { t } from '../language/translate.ts'
import { AppLink } from '../screen/app-link.tsx'
import { addressOf, paths } from '../screen/routes.ts'
import { useMay } from '../session/use-may.tsx'
import { Ago } from '../ui/ago.tsx'
import { Button } from '../ui/button.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import styles from './unfinished.module.css'

const unfinishedKey = ['drafts']

interface UnfinishedPayouts {
  readonly forms: readonly Draft[]
  /** Whether the request has ended: the forms are loaded, or could not be loaded at once. */
  readonly isSettled: boolean
}

/** The forms for new payouts that this person began and left, fetched on each visit. Other people do not see them. */
export function useUnfinished(): UnfinishedPayouts {
  const mayEnter = useMay('enter')
  const { data, isPending, failureCount } = useQuery({
    queryKey: unfinishedKey,
    enabled: mayEnter,
    async queryFn({ signal }) {
      await settleDrafts()
      return drafts(signal)
    },
    // A cached answer from before the last form was left would be shown first and then change.
    gcTime: 0,
  })
  const forms = data?.filter((draft) => draft.kind === 'payout' && draft.subjectId === null && !isBlank(draft)) ?? []
  return { forms, isSettled: !mayEnter || !isPending || failureCount > 0 }
}

/** The form that was left last, as a link next to the title of a new form. What is typed here never ends up in that one. */
export function LeftUnfinished({ openId }: { readonly openId: string }) {
  const { forms } = useUnfinished()
  const [newest, ...others] = forms.filter(({ id }) => id !== openId)
  if (newest === undefined) return null
  return (
    <p className={styles.left}>
      <span className={styles.name}>{t('payouts.left.unfinished', { form: draftTitle(newest) })}</span>
      <AppLink to={addressOf.payoutDraft(newest.id)}>{t('payouts.left.continue')}</AppLink>
      {others.length > 0 && <AppLink to={paths.payouts}>{t('payouts.left.more', { count: others.length })}</AppLink>}
    </p>
  )
}

/** The unfinished forms for new payouts of this person: one line above the list, which can be opened. */
export function UnfinishedForms({ forms }: { readonly forms: readonly Draft[] }) {
  const queryClient = useQueryClient()
  const [isWhole, setIsWhole] = useState(false)
  const [isAsked, setIsAsked] = useState(false)
  if (forms.length === 0) return null

  async function discard(...discarded: readonly Draft[]) {
    // If another device has changed the draft since, it is not deleted, and the list shows its current version.
    for (const { id, revision } of discarded)
      await deleteJson(`/api/drafts/${id}`, { version: revision }).catch(() => undefined)
    await queryClient.invalidateQueries({ queryKey: unfinishedKey })
  }

  const shown = isWhole ? forms : forms.slice(0, shownAtFirst)
  return (
    <section className={styles.forms} aria-label={t('payouts.unfinished.label')}>
      <Disclosure small summary={t('payouts.unfinished.count', { count: forms.length })}>
        <ul className={styles.list}>
          {shown.map((draft) => (
            <li key={draft.id} className={styles.form}>
              <AppLink to={addressOf.payoutDraft(draft.id)}>{draftTitle(draft)}</AppLink>
              <span className={styles.when}>
                <Ago at={draft.updatedAt} />
              </span>
              <Button
                kind="link"
                small
                label={t('payouts.unfinished.discardThis', { form: draftTitle(draft) })}
                onClick={() => void discard(draft)}
              >
                {t('payouts.unfinished.discard')}
              </Button>
            </li>
          ))}
        </ul>
        {forms.length > shownAtFirst && (
          <Button kind="link" small onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? t('payouts.unfinished.showFewer') : t('payouts.unfinished.showAll', { count: forms.length })}
          </Button>
        )}{' '}
        {forms.length > 1 && (
          <Button kind="link" small expanded={isAsked} onClick={() => setIsAsked(!isAsked)}>
            {t('payouts.unfinished.discardAll', { count: forms.length })}
          </Button>
        )}
        {isAsked && (
          <p>
            {t('payouts.unfinished.discardAllAsked', { count: forms.length })}{' '}
            <Button small onClick={() => void discard(...forms)}>
              {t('payouts.unfinished.discard')}
            </Button>
          </p>
        )}
      </Disclosure>
    </section>
  )
}

/** A person with more than this has forgotten the older ones. */
const shownAtFirst = 10

const namePart = z.catch(z.string(), '')

/** The part of a saved form that its title needs; the whole is parsed when it is opened. */
const titledSchema = z.object({
  chosenBeneficiary: z.catch(z.optional(z.object({ name: z.optional(z.string()) })), undefined),
  form: z.object({
    country: z.optional(z.string()),
    entries: z.record(z.string(), z.catch(z.record(z.string(), z.unknown()), {})),
  }),
})

const namedSchema = z.object({ beneficiaryFirstName: namePart, beneficiaryLastName: namePart })

/** What a form fills in by itself. */
const presets = ['country', 'method', 'currencyCode', 'documentType', 'payoutAccountTypeCode', 'testMode']

/** Whether nothing is typed in it: a form that was cleared is saved too, as clearing can be undone. */
function isBlank({ content }: Pick<Draft, 'content'>): boolean {
  const entries = Object.values(titledSchema.safeParse(content).data?.form.entries ?? {})
  const isTyped = ([name, value]: readonly [string, unknown]) => value && !presets.includes(name)
  return !entries.flatMap(Object.entries<unknown>).some(isTyped)
}

/** The title of an unfinished payout: its beneficiary and destination. */
function draftTitle({ content }: Pick<Draft, 'content'>): string {
  const titled = titledSchema.safeParse(content).data
  const { country, entries } = titled?.form ?? { country: undefined, entries: {} }
  const found = isCountryCode(country) ? namedSchema.safeParse(entries[country]).data : undefined
  if (!isCountryCode(country) || found === undefined) return t('payouts.unfinished.noCountry')
  const typed = `${found.beneficiaryFirstName} ${found.beneficiaryLastName}`.trim()
  const name = typed === '' ? (titled?.chosenBeneficiary?.name ?? '') : typed
  return [name === '' ? t('payouts.unfinished.noName') : name, countryNameByCode(country)].join(' · ')
}
