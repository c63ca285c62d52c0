import { useState } from 'react'
import { type StatedOutcomes, statedOutcomesSchema } from '#shared/api/outcome.ts'
import type { OnePayout } from '#shared/api/payout.ts'
import { usePages } from '../api/use-pages.ts'
import { amountWords } from '../entry/payout-words.tsx'
import { t, tNode } from '../language/translate.ts'
import { AppLink } from '../screen/app-link.tsx'
import { ListFailure } from '../screen/loading.tsx'
import { addressOf } from '../screen/routes.ts'
import { useMay } from '../session/use-may.tsx'
import { ExactTime } from '../ui/ago.tsx'
import { Actions, Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Callout, Note } from '../ui/tone.tsx'
import styles from './outcomes.module.css'
import { StateOutcome } from './state-outcome.tsx'

/** The outcomes of an exported payout that people and programs have recorded: the provider itself cannot be asked. */
export function Outcomes({ payout }: { readonly payout: OnePayout }) {
  const [mayEnter, mayReport] = [useMay('enter'), useMay('report')]
  const [isOpen, setIsOpen] = useState(false)
  const stated = usePages(
    ['payouts', 'one', payout.id, 'outcomes'],
    `/api/payouts/${payout.id}/outcomes`,
    statedOutcomesSchema,
  )
  return (
    <section className={styles.outcomes} aria-labelledby="outcomes">
      <h2 id="outcomes">{t('outcomes.title')}</h2>
      {stated.state === 'loading' && <Skeleton lines={2} label={t('outcomes.loading')} />}
      {stated.state === 'failed' && <ListFailure what="payout" pages={stated} />}
      {payout.outcome === 'contradicted' && <Callout tone="warning" title={t('outcomes.contradicted')} />}
      {stated.state === 'ready' && stated.rows.length === 0 && <Note>{t('outcomes.none')}</Note>}
      {stated.rows.length > 0 && (
        <ul className={styles.list}>
          {stated.rows.map((statement) => (
            <li key={`${statement.at} ${statement.outcome} ${statement.words}`}>
              <Statement statement={statement} />
            </li>
          ))}
        </ul>
      )}
      {stated.hasMore && (
        <Button kind="link" busy={stated.isLoadingMore} onClick={stated.more}>
          {t('ui.list.more')}
        </Button>
      )}
      {payout.replacedBy !== null && (
        <p className={styles.line}>
          {tNode('outcomes.replacedBy', {
            reference: payout.replacedBy.externalReference,
            link: (parts) => <AppLink to={addressOf.payout(payout.replacedBy?.id ?? '')}>{parts}</AppLink>,
          })}
        </p>
      )}
      {mayReport && payout.erasedAt === null && (
        <Actions>
          {mayEnter &&
            (payout.outcome === 'refused' || payout.outcome === 'contradicted') &&
            payout.replacedBy === null && (
              <ButtonLink href={addressOf.replacePayout(payout.id)}>{t('outcomes.replace')}</ButtonLink>
            )}
          <Button onClick={() => setIsOpen(true)}>{t('outcomes.state')}</Button>
        </Actions>
      )}
      {isOpen && <StateOutcome payout={payout} onClose={() => setIsOpen(false)} />}
    </section>
  )
}

function Statement({ statement }: { readonly statement: StatedOutcomes['items'][number] }) {
  const { outcome, by, at, source, file, words, paidAmount, settlementAmount } = statement
  const { paidCurrencyCode, settlementCurrencyCode } = statement
  const money = (amount: string, currency: string | null) =>
    currency === null ? amount : amountWords(amount, currency)
  return (
    <>
      <p className={styles.line}>
        {tNode('outcomes.stated', {
          outcome,
          name: by.name,
          source: file === null ? source : 'named',
          file: file ?? '',
          when: () => <ExactTime at={at} />,
        })}
      </p>
      {words !== null && <p className={styles.words}>{words}</p>}
      {paidAmount !== null && (
        <p className={styles.words}>{t('outcomes.paid', { amount: money(paidAmount, paidCurrencyCode) })}</p>
      )}
      {settlementAmount !== null && (
        <p className={styles.words}>
          {t('outcomes.settled', { amount: money(settlementAmount, settlementCurrencyCode) })}
        </p>
      )}
    </>
  )
}
