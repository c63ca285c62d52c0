import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { newTokenSchema, type TokenScope, tokenScopes } from '#shared/api/tokens.ts'
import { postJson } from '../api/api.ts'
import { invalidateAll } from '../api/queries.ts'
import { minuteWords } from '../language/formats.ts'
import { t } from '../language/translate.ts'
import { PayoutActionFailure } from '../payouts/action-failure.tsx'
import { usePeople } from '../proposals/use-people.ts'
import { useTexts } from '../screen/use-texts.ts'
import { useSession } from '../session/use-session.ts'
import { Actions, Button } from '../ui/button.tsx'
import { SelectField } from '../ui/choice-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FormDialog } from '../ui/form.tsx'
import { ShownOnce } from '../ui/shown-once.tsx'
import { TextAreaField, TextField } from '../ui/text-field.tsx'
import { TickField } from '../ui/tick-field.tsx'
import styles from './settings.module.css'

const lives = [30, 90, 180, 365] as const

/** Asks for the rights and the lifetime of a program's token, then shows the token once. */
export function MakeToken({ onClose }: { readonly onClose: () => void }) {
  const queryClient = useQueryClient()
  const [scopes, setScopes] = useState<readonly TokenScope[]>([])
  const [isAnywhere, setIsAnywhere] = useState(false)
  const blank = { name: '', days: '90', holder: '', company: '', addresses: '' }
  const { texts, field, isSent, isSound } = useTexts('token', blank, ({ name, holder, company, addresses }) => ({
    name: name.trim() === '' && t('settings.tokens.nameMissing'),
    holder: holder === '' && t('settings.tokens.holderMissing'),
    company: holder === outside && company.trim() === '' && t('settings.tokens.outsideMissing'),
    addresses: !isAnywhere && linesOf(addresses).length === 0 && t('settings.tokens.addressMissing'),
  }))
  const making = useMutation({
    mutationFn: () => {
      const { name, days, holder, company, addresses } = texts
      const body = {
        name: name.trim(),
        scopes,
        expiresInDays: Number(days),
        holder: holder === outside ? { name: company.trim() } : { id: holder },
        addresses: isAnywhere ? [] : linesOf(addresses),
        anyAddress: isAnywhere,
      }
      return postJson('/api/tokens', body, newTokenSchema)
    },
    onSuccess: () => invalidateAll(queryClient),
  })
  const staff = (usePeople().data ?? []).filter(({ status }) => status !== 'suspended')
  if (making.isSuccess) return <MadeToken made={making.data} onClose={onClose} />
  return (
    <FormDialog
      title={t('settings.tokens.make')}
      description={t('settings.tokens.makeMeans')}
      action={t('settings.tokens.makeIt')}
      isBusy={making.isPending}
      failure={<PayoutActionFailure error={making.error} />}
      onSubmit={() => isSound() && scopes.length > 0 && making.mutate()}
      onClose={onClose}
    >
      <TextField {...field('name')} label={t('settings.tokens.program')} hint={t('settings.tokens.programHint')} />
      <SelectField
        {...field('holder')}
        label={t('settings.tokens.whoKeeps')}
        hint={t('settings.tokens.whoKeepsHint')}
        options={[
          ...staff.map(({ id, name }) => ({ value: id, label: name })),
          { value: outside, label: t('settings.tokens.outside') },
        ]}
      />
      {texts.holder === outside && <TextField {...field('company')} label={t('settings.tokens.outsideName')} />}
      <ScopeTicks {...{ scopes, setScopes, isAsked: isSent }} />
      <SelectField
        {...field('days')}
        label={t('settings.tokens.days')}
        options={lives.map((count) => ({ value: `${count}`, label: t('settings.tokens.dayCount', { count }) }))}
      />
      {!isAnywhere && (
        <TextAreaField
          {...field('addresses')}
          label={t('settings.tokens.addresses')}
          hint={t('settings.tokens.addressesHint')}
          lines={2}
        />
      )}
      <TickField
        name="tokenAnywhere"
        label={t('settings.tokens.anyAddress')}
        description={t('settings.tokens.anyAddressMeans')}
        value={isAnywhere}
        onChange={setIsAnywhere}
      />
    </FormDialog>
  )
}

/** The choice of a holder who does not work here. No id is so short. */
const outside = '-'

function linesOf(addresses: string): readonly string[] {
  return addresses.split(/[\s,]+/).filter((line) => line !== '')
}

interface ScopeTicksProps {
  readonly scopes: readonly TokenScope[]
  readonly setScopes: (scopes: readonly TokenScope[]) => void
  readonly isAsked: boolean
}

function ScopeTicks({ scopes, setScopes, isAsked }: ScopeTicksProps) {
  const hasDetailsLinks = useSession().data?.hasDetailsLinks ?? false
  const offered = tokenScopes.filter((scope) => hasDetailsLinks || !scope.startsWith('details:'))
  return (
    <div className={styles.ticks}>
      {offered.map((scope) => (
        <TickField
          key={scope}
          name={`scope-${scope}`}
          label={scopeWords(scope)}
          description={t(`settings.tokens.means.${wordsOf[scope]}`)}
          value={scopes.includes(scope)}
          onChange={(isOn) => setScopes(tokenScopes.filter((one) => (one === scope ? isOn : scopes.includes(one))))}
          error={
            isAsked && scopes.length === 0 && scope === tokenScopes[0] ? t('settings.tokens.scopeMissing') : undefined
          }
        />
      ))}
    </div>
  )
}

interface MadeTokenProps {
  readonly made: z.infer<typeof newTokenSchema>
  readonly onClose: () => void
}

/** Escape does not close it, as the token is shown nowhere else. */
function MadeToken({ made: { token, details }, onClose }: MadeTokenProps) {
  return (
    <Dialog
      title={t('settings.tokens.made', { name: details.name })}
      description={t('settings.tokens.once', { until: minuteWords(details.expiresAt) })}
    >
      <ShownOnce text={token} copy={t('settings.tokens.copy')} />
      <Actions>
        <Button onClick={onClose}>{t('settings.tokens.copied')}</Button>
      </Actions>
    </Dialog>
  )
}

export function scopeWords(scope: TokenScope): string {
  return t(`settings.tokens.scope.${wordsOf[scope]}`)
}

const wordsOf = {
  'payouts:write': 'write',
  'exports:read': 'download',
  'details:write': 'ask',
  'details:read': 'asked',
} as const satisfies Record<TokenScope, string>
