import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Beneficiary } from '#shared/api/beneficiary.ts'
import {
  type CallBackWrite,
  callBackResults,
  callBacksSchema,
  numberSources,
  type PhoneNumber,
} from '#shared/api/call-back.ts'
import { postJson } from '../api/api.ts'
import { invalidateAll } from '../api/queries.ts'
import { BeneficiaryActionFailure } from '../entry/beneficiary-action-failure.tsx'
import { t } from '../language/translate.ts'
import { useStaffNames } from '../session/use-staff-names.ts'
import { ChoiceField, SelectField } from '../ui/choice-field.tsx'
import { FormDialog } from '../ui/form.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { TextField, type TextFieldProps } from '../ui/text-field.tsx'
import { Note } from '../ui/tone.tsx'

interface RecordCallBackProps {
  readonly beneficiary: Pick<Beneficiary, 'id' | 'version'>
  /** The payout whose details were called back, where it pays to others than the saved ones. */
  readonly payoutId?: string
  readonly phoneNumbers: readonly PhoneNumber[]
  readonly onClose: () => void
}

const another = 'another'

const blank = { called: another, number: '', numberFrom: '', when: '', result: '', spokeTo: '', words: '' }

type TypedCall = typeof blank

/** Who was called, on which number, and what they confirmed. */
export function RecordCallBack({ beneficiary, payoutId, phoneNumbers, onClose }: RecordCallBackProps) {
  const best = phoneNumbers.findLast(({ flaw }) => flaw === null)
  const [typed, setTyped] = useState<TypedCall>({ ...blank, ...(best && { called: `${best.version}` }) })
  const [isAsked, setIsAsked] = useState(false)
  const recording = useRecording(beneficiary, onClose)
  const body = bodyOf(typed, phoneNumbers)
  const isReached = typed.result !== 'not_reached'
  const field = (name: keyof TypedCall, isNeeded: boolean) => ({
    name: `callBack-${name}`,
    value: typed[name],
    onChange: (value: string) => setTyped({ ...typed, [name]: value }),
    error: isAsked && isNeeded && typed[name].trim() === '' ? t('callBack.missing') : undefined,
  })
  return (
    <FormDialog
      title={t('callBack.record')}
      description={t('callBack.lead')}
      action={t('callBack.record')}
      isBusy={recording.isPending}
      failure={<BeneficiaryActionFailure error={recording.error} />}
      onSubmit={() => {
        setIsAsked(true)
        if (body !== undefined) recording.mutate({ ...body, ...(payoutId !== undefined && { payoutId }) })
      }}
      onClose={onClose}
    >
      <NumberCalled phoneNumbers={phoneNumbers} field={field} />
      <TextField
        {...field('when', false)}
        label={t('callBack.when')}
        hint={t('callBack.when.hint')}
        type="datetime-local"
      />
      <ChoiceField
        {...field('result', true)}
        label={t('callBack.result')}
        choices={callBackResults.map((value) => ({ value, label: t(`callBack.result.${value}`) }))}
      />
      {isReached && <TextField {...field('spokeTo', true)} label={t('callBack.spokeTo')} capitals="words" />}
      <TextField {...field('words', isReached)} label={t('callBack.words')} />
    </FormDialog>
  )
}

interface NumberCalledProps {
  readonly phoneNumbers: readonly PhoneNumber[]
  readonly field: (
    name: keyof TypedCall,
    isNeeded: boolean,
  ) => Pick<TextFieldProps, 'name' | 'value' | 'onChange' | 'error'>
}

/** A saved number, or another one and from where it is known. */
function NumberCalled({ phoneNumbers, field }: NumberCalledProps) {
  const nameOf = useStaffNames()
  const called = field('called', true)
  const saved = savedAs(called.value, phoneNumbers)
  const labelOf = ({ number, savedBy, flaw }: PhoneNumber) =>
    t('callBack.number.saved', { number, by: nameOf(savedBy), isWorthless: String(flaw !== null) })
  return (
    <>
      <SelectField
        {...called}
        label={t('callBack.number')}
        options={[
          ...phoneNumbers.toReversed().map((phone) => ({ value: `${phone.version}`, label: labelOf(phone) })),
          { value: another, label: t('callBack.number.another') },
        ]}
      />
      {saved?.flaw && <Note>{t(`callBack.flaw.${saved.flaw}`)}</Note>}
      {saved === undefined && (
        <>
          <TextField {...field('number', true)} label={t('callBack.number.typed')} inputMode="tel" />
          <ChoiceField
            {...field('numberFrom', true)}
            label={t('callBack.knownFrom')}
            choices={numberSources.map((value) => ({ value, label: t(`callBack.knownFrom.${value}`) }))}
          />
        </>
      )}
    </>
  )
}

function useRecording({ id, version }: RecordCallBackProps['beneficiary'], onRecorded: () => void) {
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  return useMutation({
    mutationFn: (body: CallBackWrite) =>
      postJson(`/api/beneficiaries/${id}/call-backs`, body, callBacksSchema, { version }),
    onSuccess: () => {
      announce(t('callBack.recorded'))
      onRecorded()
    },
    onSettled: () => invalidateAll(queryClient),
  })
}

function savedAs(called: string, phoneNumbers: readonly PhoneNumber[]): PhoneNumber | undefined {
  return phoneNumbers.find(({ version }) => `${version}` === called)
}

/** Undefined while something is missing. */
function bodyOf(typed: TypedCall, phoneNumbers: readonly PhoneNumber[]): CallBackWrite | undefined {
  const result = callBackResults.find((one) => one === typed.result)
  const numberFrom = numberSources.find((one) => one === typed.numberFrom)
  const [number, spokeTo, words] = [typed.number.trim(), typed.spokeTo.trim(), typed.words.trim()]
  const saved = savedAs(typed.called, phoneNumbers)
  const isReached = result !== 'not_reached'
  if (result === undefined || (isReached && (spokeTo === '' || words === ''))) return undefined
  const calledAt = (typed.when === '' ? new Date() : new Date(typed.when)).toISOString()
  const content = { calledAt, result, spokeTo: isReached ? spokeTo : '', words }
  if (saved !== undefined) return { ...content, phoneVersion: saved.version }
  return number === '' || numberFrom === undefined ? undefined : { ...content, number, numberFrom }
}
