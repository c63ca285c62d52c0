import { useState } from 'react'
import { type Role, roles } from '#shared/api/permissions.ts'
import { currencyDecimals } from '#shared/countries/rule-book.ts'
import { t } from '../language/translate.ts'
import { Actions, Button } from '../ui/button.tsx'
import { SelectField } from '../ui/choice-field.tsx'
import { goToFieldOnceShown } from '../ui/error-summary.tsx'
import { TextField } from '../ui/text-field.tsx'
import { TickField } from '../ui/tick-field.tsx'
import { Note } from '../ui/tone.tsx'
import { useLines } from '../ui/use-lines.ts'
import styles from './people.module.css'

/** The roles of a person, and up to which amounts they may approve. */
export interface Rights {
  readonly roles: readonly Role[]
  readonly approveUpTo: Readonly<Record<string, string>>
  readonly approveUpToADay: Readonly<Record<string, string>>
}

const limitNames = ['approveUpTo', 'approveUpToADay'] as const

/** The rights as typed. */
export function useRights(before: Rights) {
  const [given, setRoles] = useState(before.roles)
  const limits = { approveUpTo: useLimits(before.approveUpTo), approveUpToADay: useLimits(before.approveUpToADay) }
  const isReviewer = given.includes('reviewer')
  // Limits are for reviewers only, but return with the role: as they were, since a higher one takes a second person.
  const counted = (name: (typeof limitNames)[number]) => (isReviewer ? limits[name].lines : [])
  const asRecord = (name: (typeof limitNames)[number]) =>
    isReviewer
      ? Object.fromEntries(limits[name].lines.map(({ currency, amount }) => [currency, amount.trim()]))
      : before[name]
  return {
    given,
    setRoles,
    limits,
    isReviewer,
    isComplete:
      given.length > 0 &&
      limitNames.flatMap(counted).every(({ currency, amount }) => currency !== '' && amount.trim() !== ''),
    rights: {
      roles: given,
      approveUpTo: asRecord('approveUpTo'),
      approveUpToADay: asRecord('approveUpToADay'),
    },
  }
}

function useLimits(before: Readonly<Record<string, string>>) {
  return useLines(Object.entries(before).map(([currency, amount]) => ({ currency, amount })))
}

export interface RightsFieldsProps {
  readonly typed: ReturnType<typeof useRights>
  /** Whether missing values are marked. */
  readonly isAsked: boolean
  /** Where an identity provider assigns the roles, they are not set here. */
  readonly areRolesGiven: boolean
}

/** The roles with a sentence each; for a reviewer, the limits. */
export function RightsFields({ typed, isAsked, areRolesGiven }: RightsFieldsProps) {
  const { given, setRoles, isReviewer } = typed
  return (
    <>
      {areRolesGiven ? (
        <fieldset className={styles.roles}>
          <legend>{t('people.roles')}</legend>
          {roles.map((role) => (
            <TickField
              key={role}
              name={`role-${role}`}
              label={t(`people.role.${role}`)}
              description={t(`people.means.${role}`)}
              value={given.includes(role)}
              onChange={(isOn) => setRoles(roles.filter((one) => (one === role ? isOn : given.includes(one))))}
              error={isAsked && given.length === 0 && role === roles[0] ? t('people.roleMissing') : undefined}
            />
          ))}
        </fieldset>
      ) : (
        <Note>{t('people.rolesOfProvider')}</Note>
      )}
      {isReviewer &&
        limitNames.map((name) => <Limits key={name} name={name} {...typed.limits[name]} isAsked={isAsked} />)}
    </>
  )
}

const codes = Object.keys(currencyDecimals).toSorted()

interface LimitsProps extends ReturnType<typeof useLimits> {
  readonly name: (typeof limitNames)[number]
  readonly isAsked: boolean
}

function Limits({ name, lines, add, change, remove, isAsked }: LimitsProps) {
  return (
    <fieldset className={styles.roles}>
      <legend>{t(`people.limits.${name}.title`)}</legend>
      <p className={styles.quiet}>{t(`people.limits.${name}.means`)}</p>
      {lines.map(({ id, currency, amount }) => (
        <div key={id} className={styles.limit}>
          <SelectField
            name={`${name}-currency-${id}`}
            label={t('people.limits.currency')}
            // One limit per currency.
            options={codes
              .filter((code) => code === currency || !lines.some((line) => line.currency === code))
              .map((code) => ({ value: code, label: code }))}
            value={currency}
            onChange={(code) => change(id, { currency: code })}
            error={isAsked && currency === '' ? t('people.limits.currencyMissing') : undefined}
          />
          <TextField
            name={`${name}-amount-${id}`}
            label={t('people.limits.upTo')}
            inputMode="decimal"
            value={amount}
            onChange={(text) => change(id, { amount: text })}
            error={isAsked && amount.trim() === '' ? t('people.limits.amountMissing') : undefined}
          />
          <Button kind="link" small label={t('people.limits.removeOne', { currency })} onClick={() => remove(id)}>
            {t('people.limits.remove')}
          </Button>
        </div>
      ))}
      <Actions>
        <Button small onClick={() => goToFieldOnceShown(`${name}-currency-${add({ currency: '', amount: '' })}`)}>
          {t('people.limits.add')}
        </Button>
      </Actions>
    </fieldset>
  )
}
