import { useState } from 'react'
import type { Batch } from '#shared/api/batch.ts'
import type { ValidationCounts, ValidationWish } from '#shared/api/batch-validation.ts'
import { ApiProblem } from '../api/api.ts'
import { t } from '../language/translate.ts'
import { PayoutActionFailure } from '../payouts/action-failure.tsx'
import { LoadFailure } from '../screen/loading.tsx'
import { useTestMode } from '../screen/test-mode.tsx'
import { Actions, Button } from '../ui/button.tsx'
import { ChoiceField } from '../ui/choice-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/text-field.tsx'
import { TickField } from '../ui/tick-field.tsx'
import styles from './batch.module.css'
import { readRows } from './chosen-rows.ts'
import { useBeginValidations, useValidationCounts } from './use-batch-validations.ts'

const choices = ['all', 'new', 'unvalidated', 'unknown'] as const

/** Chooses validations and rows, shows the cost, and begins once exactly that number is confirmed. */
export function BeginValidations({ batch: { id } }: { readonly batch: Batch }) {
  const testMode = useTestMode().isOn
  const [services, setServices] = useState({ identity: true, bank: true })
  const [choice, setChoice] = useState<ValidationWish['choice']>('unvalidated')
  const [typedRows, setTypedRows] = useState('')
  const [asksAgain, setAsksAgain] = useState(false)
  const [isAsked, setIsAsked] = useState(false)
  const rows = readRows(typedRows)
  const wanted = (['identity', 'bank'] as const).filter((service) => services[service])
  const isWhole = rows !== null && wanted.length > 0
  const wish: ValidationWish | undefined = isWhole
    ? { services: wanted, choice, ...(rows && { rows }), ...(testMode && { testMode }) }
    : undefined
  const counts = useValidationCounts(id, wish)
  const nothing = counts.data?.calls === 0 && counts.data.reused === 0
  return (
    <div className={styles.form}>
      <div className={styles.ticks}>
        <TickField
          name="validateIdentity"
          label={t('batches.service.identity')}
          value={services.identity}
          onChange={(identity) => setServices({ ...services, identity })}
        />
        <TickField
          name="validateBank"
          label={t('batches.service.bank')}
          value={services.bank}
          onChange={(bank) => setServices({ ...services, bank })}
        />
      </div>
      <ChoiceField
        name="validationChoice"
        label={t('batches.validations.which')}
        value={choice}
        onChange={(value) => setChoice(choices.find((one) => one === value) ?? 'all')}
        choices={choices.map((value) => ({ value, label: t(`batches.choice.${value}`) }))}
      />
      <TextField
        name="validationRows"
        label={t('batches.validations.rows')}
        hint={t('batches.validations.rowsHint')}
        optional
        narrow
        value={typedRows}
        onChange={setTypedRows}
        error={rows === null ? t('batches.validations.rowsWrong') : undefined}
      />
      <TickField
        name="asksAgain"
        label={t('batches.validations.again')}
        description={t('batches.validations.againMeans')}
        value={asksAgain}
        onChange={setAsksAgain}
      />
      {counts.isError && <LoadFailure what="validations" query={counts} />}
      {wish !== undefined && counts.data !== undefined && <Counts counts={counts.data} testMode={testMode} />}
      <Actions>
        <Button busy={counts.isFetching} unavailable={unavailable(wish, nothing)} onClick={() => setIsAsked(true)}>
          {t('batches.validations.begin', { count: counts.data?.billed ?? 0 })}
        </Button>
      </Actions>
      {isAsked && wish !== undefined && counts.data !== undefined && (
        <ConfirmCalls
          batchId={id}
          wish={wish}
          asksAgain={asksAgain}
          counted={counts.data}
          onClose={() => setIsAsked(false)}
        />
      )}
    </div>
  )
}

function unavailable(wish: ValidationWish | undefined, nothing: boolean): string | undefined {
  if (wish === undefined) return t('batches.validations.chooseFirst')
  return nothing ? t('batches.validations.nothing') : undefined
}

/** How many validations there will be, before any is requested. */
function Counts({ counts, testMode }: { readonly counts: ValidationCounts; readonly testMode: boolean }) {
  const { billed, calls, reused, unknown, notOffered } = counts
  return (
    <ul className={styles.items} aria-live="polite">
      <li>
        <strong>{t('batches.validations.billed', { count: billed })}</strong>
      </li>
      {calls > billed && <li>{t('batches.validations.simulated', { count: calls - billed })}</li>}
      {reused > 0 && <li>{t('batches.validations.reused', { count: reused })}</li>}
      {unknown > 0 && <li>{t('batches.validations.unknown', { count: unknown })}</li>}
      {notOffered > 0 && <li>{t('batches.validations.notOffered', { count: notOffered })}</li>}
      {testMode && <li>{t('batches.validations.inTestMode')}</li>}
    </ul>
  )
}

interface ConfirmCallsProps {
  readonly batchId: string
  readonly wish: ValidationWish
  readonly asksAgain: boolean
  readonly counted: ValidationCounts
  readonly onClose: () => void
}

/** The number that was confirmed. If it has changed since, the new one is shown and has to be confirmed. */
function ConfirmCalls({ batchId, wish, asksAgain, counted, onClose }: ConfirmCallsProps) {
  const begin = useBeginValidations(batchId)
  const changedTo = begin.error instanceof ApiProblem ? begin.error.problem.params?.calls : undefined
  const billed = changedTo ?? counted.billed
  return (
    <Dialog
      title={t('batches.validations.confirmTitle', { count: billed })}
      description={asksAgain ? t('batches.validations.atMost', { count: 4 * billed }) : t('batches.validations.once')}
      onClose={onClose}
    >
      <PayoutActionFailure error={begin.error} />
      <Actions>
        <Button
          kind="primary"
          busy={begin.isPending}
          onClick={() => begin.mutate({ ...wish, asksAgain, billed }, { onSuccess: onClose })}
        >
          {t('batches.validations.confirm', { count: billed })}
        </Button>
        <Button onClick={onClose}>{t('batches.validations.leave')}</Button>
      </Actions>
    </Dialog>
  )
}
