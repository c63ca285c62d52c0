import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Beneficiary } from '#shared/api/beneficiary.ts'
import { linkDayChoices, newDetailsLinkSchema, usualLinkDays } from '#shared/api/details-links.ts'
import { isCountryCode, ruleBook } from '#shared/countries/rule-book.ts'
import { languageCodes, languages } from '#shared/language/languages.ts'
import { postJson, reasonOf } from '../api/api.ts'
import { invalidateAll } from '../api/queries.ts'
import { countryFilters } from '../entry/country-options.ts'
import { language } from '../language/language.ts'
import { t } from '../language/translate.ts'
import { useTexts } from '../screen/use-texts.ts'
import { useMay } from '../session/use-may.tsx'
import { useSession } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { SelectField } from '../ui/choice-field.tsx'
import { FormDialog } from '../ui/form.tsx'
import { TextField } from '../ui/text-field.tsx'
import { SendLink } from './send-link.tsx'

interface AskBeneficiaryProps {
  /** The saved one who is asked; left out, it is for someone new. */
  readonly beneficiary?: Pick<Beneficiary, 'id' | 'name'>
}

/** Asks a beneficiary for their own bank details, where the server has a page for that. */
export function AskBeneficiary({ beneficiary }: AskBeneficiaryProps) {
  const mayEnter = useMay('enter')
  const hasLinks = useSession().data?.hasDetailsLinks ?? false
  const [isAsking, setIsAsking] = useState(false)
  if (!mayEnter || !hasLinks) return null
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>{t('detailsLinks.ask')}</Button>
      {isAsking && <AskDialog beneficiary={beneficiary} onClose={() => setIsAsking(false)} />}
    </>
  )
}

interface AskDialogProps {
  readonly beneficiary: AskBeneficiaryProps['beneficiary'] | undefined
  readonly onClose: () => void
}

function AskDialog({ beneficiary, onClose }: AskDialogProps) {
  const queryClient = useQueryClient()
  const blank = {
    name: beneficiary?.name ?? '',
    language: `${language()}`,
    ...{ country: '', method: '' },
    days: `${usualLinkDays}`,
  }
  const { texts, field, isSound } = useTexts('asked', blank, ({ name }) => ({
    name: name.trim() === '' && t('detailsLinks.ask.nameMissing'),
  }))
  const methods = isCountryCode(texts.country) ? ruleBook[texts.country].methods : []
  const asking = useMutation({
    mutationFn: () => {
      const { name, days, country } = texts
      const method = methods.find(({ id }) => id === texts.method)?.id
      const place = country !== '' && { country, ...(method && { method }) }
      const about = beneficiary === undefined ? place : { beneficiaryId: beneficiary.id }
      const write = { name: name.trim(), language: texts.language, days: Number(days), ...about }
      return postJson('/api/details-links', write, newDetailsLinkSchema)
    },
    onSuccess: () => invalidateAll(queryClient),
  })
  if (asking.isSuccess) return <SendLink made={asking.data} onClose={onClose} />
  const { name } = beneficiary ?? {}
  return (
    <FormDialog
      title={name === undefined ? t('detailsLinks.ask.new') : t('detailsLinks.ask.saved', { name })}
      description={t('detailsLinks.ask.lead')}
      action={t('detailsLinks.ask.make')}
      isBusy={asking.isPending}
      failure={asking.isError && t('detailsLinks.failed', { reason: reasonOf(asking.error) })}
      onSubmit={() => isSound() && asking.mutate()}
      onClose={onClose}
    >
      {name === undefined && (
        <TextField
          {...field('name')}
          label={t('detailsLinks.ask.name')}
          hint={t('detailsLinks.ask.nameHint')}
          capitals="words"
        />
      )}
      <SelectField
        {...field('language')}
        label={t('detailsLinks.ask.language')}
        options={languageCodes.map((value) => ({ value, label: languages[value] }))}
      />
      {name === undefined && (
        <SelectField
          {...field('country')}
          label={t('detailsLinks.ask.country')}
          options={countryFilters()}
          placeholder={t('detailsLinks.ask.theyChoose')}
        />
      )}
      {methods.length > 1 && (
        <SelectField
          {...field('method')}
          label={t('field.method')}
          hint={t('detailsLinks.ask.methodHint')}
          options={methods.map(({ id, label }) => ({ value: id, label: t(label) }))}
          placeholder={t('detailsLinks.ask.theyChoose')}
        />
      )}
      <LinkDays field={field('days')} />
    </FormDialog>
  )
}

interface LinkDaysProps {
  readonly field: { readonly name: string; readonly value: string; readonly onChange: (days: string) => void }
}

/** For how many days a link opens. */
export function LinkDays({ field }: LinkDaysProps) {
  return (
    <SelectField
      {...field}
      label={t('detailsLinks.ask.days')}
      options={linkDayChoices.map((count) => ({ value: `${count}`, label: t('detailsLinks.dayCount', { count }) }))}
    />
  )
}
