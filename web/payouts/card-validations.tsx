import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Beneficiary, SavedValidation } from '#shared/api/beneficiary.ts'
import { validationOutcomeSchema } from '#shared/api/validation.ts'
import { postJson } from '../api/api.ts'
import { invalidateAll } from '../api/queries.ts'
import { t, tNode } from '../language/translate.ts'
import { useTestMode } from '../screen/test-mode.tsx'
import { Ago } from '../ui/ago.tsx'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { useAnnounce } from '../ui/live-region.tsx'
import { ToneIcon, toneClass } from '../ui/tone.tsx'
import { validationFailureOf, validationOutcomeOf } from '../validations/validation-runs.ts'
import type { Service } from '../validations/validation-store.ts'
import {
  outcomeWords,
  savedValidationWords,
  validationFailureWords,
  whyNoValidation,
} from '../validations/validation-words.ts'
import styles from './beneficiary-card.module.css'
import { validationsQuery } from './use-payout.ts'

const services = ['identity', 'bank'] as const satisfies readonly Service[]

/** The provider's last answers about exactly these details, with their age, or that there is none yet. */
export function CardValidations({ beneficiary }: { readonly beneficiary: Beneficiary }) {
  const { isOn } = useTestMode()
  const { data } = useQuery(validationsQuery(beneficiary.id))
  if (data === undefined) return null
  const { country, method, documentType, masked } = beneficiary
  return services.map((service) => {
    const isNewest = (found: SavedValidation) =>
      found.service === service &&
      found.isCurrent &&
      found.testMode === isOn &&
      validationOutcomeOf(found) !== undefined
    const newest = data.items.find(isNewest)
    // Whether one is offered depends on values that are not secret, and on which fields are filled.
    const isOffered = whyNoValidation(service, { country, method, documentType, ...masked }) === undefined
    if (newest === undefined && !isOffered) return null
    return <CardValidation key={service} beneficiaryId={beneficiary.id} service={service} newest={newest} />
  })
}

interface CardValidationProps {
  readonly beneficiaryId: string
  readonly service: Service
  readonly newest: SavedValidation | undefined
}

function CardValidation({ beneficiaryId, service, newest }: CardValidationProps) {
  const { isOn } = useTestMode()
  const announce = useAnnounce()
  const queryClient = useQueryClient()
  const [isInsisting, setIsInsisting] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      postJson(
        `/api/beneficiaries/${beneficiaryId}/validations`,
        { service, ...(isOn && { testMode: true }) },
        validationOutcomeSchema,
        { idempotencyKey: crypto.randomUUID() },
      ),
    onSuccess: (outcome) => announce(outcomeWords(service, outcome).title),
    onError: (cause) => announce(validationFailureWords(validationFailureOf(cause)).title),
    onSettled: () => invalidateAll(queryClient),
  })

  /** The same details have an outcome already: another validation costs again, so the person has to confirm it. */
  function press() {
    if (newest !== undefined && !isInsisting) return setIsInsisting(true)
    setIsInsisting(false)
    mutate()
  }

  return (
    <div className={styles.validation}>
      {newest === undefined ? (
        <span className={styles.label}>{t('payouts.card.notValidated', { service })}</span>
      ) : (
        <Outcome validation={newest} />
      )}
      <Button kind="link" small busy={isPending} onClick={press}>
        {pressWords(service, { isPending, isInsisting, isNew: newest === undefined })}
      </Button>
      {isInsisting && (
        <>
          <Button kind="link" small onClick={() => setIsInsisting(false)}>
            {t('validations.button.keep')}
          </Button>
          <span className={styles.label}>{t('validations.button.checkedAlready')}</span>
        </>
      )}
      {error !== null && <Failure error={error} />}
    </div>
  )
}

function Outcome({ validation }: { readonly validation: SavedValidation }) {
  const { tone, title } = savedValidationWords(validation)
  const { service, at } = validation
  return (
    <span className={classNames(styles.outcome, toneClass(tone))}>
      <ToneIcon tone={tone} />
      <span>{tNode('payouts.card.validated', { service, outcome: title, ago: () => <Ago at={at} /> })}</span>
    </span>
  )
}

function Failure({ error }: { readonly error: Error }) {
  const { title, sentences } = validationFailureWords(validationFailureOf(error))
  return (
    <span className={classNames(styles.outcome, toneClass('warning'))}>
      <ToneIcon tone="warning" />
      <span>{[title, ...sentences].join(' ')}</span>
    </span>
  )
}

interface CardButtonState {
  readonly isPending: boolean
  readonly isInsisting: boolean
  /** There is no earlier answer. */
  readonly isNew: boolean
}

function pressWords(service: Service, { isPending, isInsisting, isNew }: CardButtonState): string {
  if (isPending) return t('validations.button.running')
  if (isInsisting) return t('validations.button.insist')
  const check = t(service === 'identity' ? 'validations.identity.title' : 'validations.bank.title')
  return isNew ? check : t('validations.button.checkAgain', { check })
}
