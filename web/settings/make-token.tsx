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
import { Actions, Button } from '../ui/button.tsx'
import { SelectField } from '../ui/choice-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ShownOnce } from '../ui/shown-once.tsx'
import { TextAreaField, TextField } from '../ui/text-field.tsx'
import { TickField } from '../ui/tick-field.tsx'
import styles from './settings.module.css'

const lives = [30, 90, 180, 365] as const

/** Asks for the rights and the lifetime of a program's token, then shows the token once. */
export function MakeToken({ onClose }: { readonly onClose: () => void }) {
  const queryClient = useQueryClient()
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly TokenScope[]>([])
  const [days, setDays] = useState('90')
  const [holder, setHolder] = useState('')
  const [company, setCompany] = useState('')
  const [addresses, setAddresses] = useState('')
  const [isAnywhere, setIsAnywhere] = useState(false)
  const [isAsked, setIsAsked] = useState(false)
  const lines = isAnywhere ? [] : addresses.split(/[\s,]+/).filter((line) => line !== '')
  const making = useMutation({
    mutationFn: () => {
      const body = {
        name: name.trim(),
        scopes,
        expiresInDays: Number(days),
        holder: holder === outside ? { name: company.trim() } : { id: holder },
        addresses: lines,
        anyAddress: isAnywhere,
      }
      return postJson('/api/tokens', body, newTokenSchema)
    },
    onSuccess: () => invalidateAll(queryClient),
  })
  if (making.isSuccess) return <MadeToken made={making.data} onClose={onClose} />
  const isHeld = holder === outside ? company.trim() !== '' : holder !== ''
  const isComplete = name.trim() !== '' && scopes.length > 0 && isHeld && (isAnywhere || lines.length > 0)
  return (
    <Dialog title={t('settings.tokens.make')} description={t('settings.tokens.makeMeans')} onClose={onClose}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setIsAsked(true)
          if (isComplete && !making.isPending) making.mutate()
        }}
      >
        <TextField
          name="tokenName"
          label={t('settings.tokens.program')}
          hint={t('settings.tokens.programHint')}
          value={name}
          onChange={setName}
          error={isAsked && name.trim() === '' ? t('settings.tokens.nameMissing') : undefined}
        />
        <HolderFields {...{ holder, setHolder, company, setCompany, isAsked }} />
        <ScopeTicks {...{ scopes, setScopes, isAsked }} />
        <SelectField
          name="tokenDays"
          label={t('settings.tokens.days')}
          options={lives.map((count) => ({ value: `${count}`, label: t('settings.tokens.dayCount', { count }) }))}
          value={days}
          onChange={setDays}
        />
        <AddressFields
          {...{ addresses, setAddresses, isAnywhere, setIsAnywhere, isMissing: isAsked && lines.length === 0 }}
        />
        <PayoutActionFailure error={making.error} />
        <Actions>
          <Button kind="primary" type="submit" busy={making.isPending}>
            {t('settings.tokens.makeIt')}
          </Button>
          <Button onClick={onClose}>{t('settings.cancel')}</Button>
        </Actions>
      </form>
    </Dialog>
  )
}

interface ScopeTicksProps {
  readonly scopes: readonly TokenScope[]
  readonly setScopes: (scopes: readonly TokenScope[]) => void
  readonly isAsked: boolean
}

function ScopeTicks({ scopes, setScopes, isAsked }: ScopeTicksProps) {
  return (
    <div className={styles.ticks}>
      {tokenScopes.map((scope) => (
        <TickField
          key={scope}
          name={`scope-${scope}`}
          label={scopeWords(scope)}
          description={t(scope === 'payouts:write' ? 'settings.tokens.means.write' : 'settings.tokens.means.fetch')}
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

/** The choice of a holder who does not work here. No id is so short. */
const outside = '-'

interface HolderFieldsProps {
  readonly holder: string
  readonly setHolder: (holder: string) => void
  readonly company: string
  readonly setCompany: (company: string) => void
  /** Whether missing values are marked. */
  readonly isAsked: boolean
}

/** Who keeps the token: one of the staff, or a company outside. */
function HolderFields({ holder, setHolder, company, setCompany, isAsked }: HolderFieldsProps) {
  const staff = (usePeople().data ?? []).filter(({ status }) => status !== 'suspended')
  return (
    <>
      <SelectField
        name="tokenHolder"
        label={t('settings.tokens.whoKeeps')}
        hint={t('settings.tokens.whoKeepsHint')}
        options={[
          ...staff.map(({ id, name }) => ({ value: id, label: name })),
          { value: outside, label: t('settings.tokens.outside') },
        ]}
        value={holder}
        onChange={setHolder}
        error={isAsked && holder === '' ? t('settings.tokens.holderMissing') : undefined}
      />
      {holder === outside && (
        <TextField
          name="tokenCompany"
          label={t('settings.tokens.outsideName')}
          value={company}
          onChange={setCompany}
          error={isAsked && company.trim() === '' ? t('settings.tokens.outsideMissing') : undefined}
        />
      )}
    </>
  )
}

interface AddressFieldsProps {
  readonly addresses: string
  readonly setAddresses: (addresses: string) => void
  readonly isAnywhere: boolean
  readonly setIsAnywhere: (isAnywhere: boolean) => void
  readonly isMissing: boolean
}

/** From where the token works: some addresses, unless an admin chooses any. */
function AddressFields({ addresses, setAddresses, isAnywhere, setIsAnywhere, isMissing }: AddressFieldsProps) {
  return (
    <>
      {!isAnywhere && (
        <TextAreaField
          name="tokenAddresses"
          label={t('settings.tokens.addresses')}
          hint={t('settings.tokens.addressesHint')}
          lines={2}
          value={addresses}
          onChange={setAddresses}
          error={isMissing ? t('settings.tokens.addressMissing') : undefined}
        />
      )}
      <TickField
        name="tokenAnywhere"
        label={t('settings.tokens.anyAddress')}
        description={t('settings.tokens.anyAddressMeans')}
        value={isAnywhere}
        onChange={setIsAnywhere}
      />
    </>
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
  return t(scope === 'payouts:write' ? 'settings.tokens.scope.write' : 'settings.tokens.scope.fetch')
}
