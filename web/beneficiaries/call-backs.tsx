import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Beneficiary } from '#shared/api/beneficiary.ts'
import { type CallBack, callBacksSchema } from '#shared/api/call-back.ts'
import { getJson, postJson, reasonOf } from '../api/api.ts'
import { invalidateAll } from '../api/queries.ts'
import { BeneficiaryActionFailure } from '../entry/beneficiary-action-failure.tsx'
import { issueText } from '../language/issue-text.ts'
import { t, tNode } from '../language/translate.ts'
import { RecordCallBack } from '../payouts/record-call-back.tsx'
import { useMay } from '../session/use-may.tsx'
import { useStaffNames } from '../session/use-staff-names.ts'
import { Ago } from '../ui/ago.tsx'
import { Actions, Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Badge, Callout } from '../ui/tone.tsx'
import styles from './beneficiary.module.css'

/** The calls that asked a beneficiary whether their bank details are right, newest first. */
export function CallBacks({ beneficiary }: { readonly beneficiary: Beneficiary }) {
  const { id } = beneficiary
  const found = useQuery({
    queryKey: ['beneficiaries', id, 'call-backs'],
    queryFn: ({ signal }) => getJson(`/api/beneficiaries/${id}/call-backs`, callBacksSchema, { signal }),
  })
  const [isRecording, setIsRecording] = useState(false)
  const mayCall = useMay('callBack')
  const titleId = useId()
  const { data } = found
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <h2 id={titleId}>{t('callBack.title')}</h2>
      <p className={styles.quiet}>{t('callBack.lead')}</p>
      {found.isPending && <Skeleton lines={2} label={t('callBack.loading')} />}
      {found.isError && <p className={styles.failure}>{t('callBack.failed', { reason: reasonOf(found.error) })}</p>}
      {data?.isFrozen === true && <Frozen beneficiary={beneficiary} />}
      {data?.callBacks.length === 0 && <p className={styles.quiet}>{t('callBack.none')}</p>}
      {data !== undefined && data.callBacks.length > 0 && (
        <ul className={styles.lines}>
          {data.callBacks.map((callBack) => (
            <Line key={callBack.id} callBack={callBack} />
          ))}
        </ul>
      )}
      {mayCall && data !== undefined && (
        <Actions>
          <Button onClick={() => setIsRecording(true)}>{t('callBack.record')}</Button>
        </Actions>
      )}
      {isRecording && data !== undefined && (
        <RecordCallBack
          beneficiary={beneficiary}
          phoneNumbers={data.phoneNumbers}
          onClose={() => setIsRecording(false)}
        />
      )}
    </section>
  )
}

const tones = { confirmed: 'success', denied: 'error', not_reached: 'neutral' } as const

function Line({ callBack }: { readonly callBack: CallBack }) {
  const { result, number, numberFrom, spokeTo, words, calledAt, by, flaw, isCurrent } = callBack
  const nameOf = useStaffNames()
  const from = t(`callBack.from.${numberFrom}`)
  return (
    <li>
      <p className={styles.badges}>
        <Badge tone={flaw === null && isCurrent ? tones[result] : 'neutral'}>
          {t('callBack.line', { result, number, from })}
        </Badge>
        {!isCurrent && <Badge tone="info">{t('callBack.earlier')}</Badge>}
      </p>
      {words !== '' && <p>{words}</p>}
      {flaw !== null && result === 'confirmed' && <p className={styles.failure}>{t(`callBack.flaw.${flaw}`)}</p>}
      <p className={styles.meta}>
        {tNode('callBack.who', {
          by: nameOf(by),
          spokeTo: spokeTo === '' ? 'none' : spokeTo,
          ago: () => <Ago at={calledAt} />,
        })}
      </p>
    </li>
  )
}

function Frozen({ beneficiary: { id, version } }: { readonly beneficiary: Beneficiary }) {
  const queryClient = useQueryClient()
  const mayManage = useMay('manage')
  const unfreezing = useMutation({
    mutationFn: () => postJson(`/api/beneficiaries/${id}/unfreeze`, undefined, callBacksSchema, { version }),
    onSettled: () => invalidateAll(queryClient),
  })
  return (
    <Callout tone="error" title={t('callBack.frozen')}>
      <p>{issueText({ code: 'beneficiary_frozen', params: {} })}</p>
      <BeneficiaryActionFailure error={unfreezing.error} />
      {mayManage && (
        <Actions>
          <Button busy={unfreezing.isPending} onClick={() => unfreezing.mutate()}>
            {t('callBack.unfreeze')}
          </Button>
        </Actions>
      )}
    </Callout>
  )
}
