import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useFormContext } from 'react-hook-form'
import { bankIdOf } from '#shared/banks/bank-names.ts'
import { methodFor } from '#shared/countries/rule-book.ts'
import type { Entry } from '#shared/payout/entry.ts'
import { phoneInGroups, phoneReadingOf } from '#shared/payout/pix-key.ts'
import { bankOfCode, bankRulesOf } from '#shared/rule-book/bank-code.ts'
import { useBankNames } from '../api/bank-names.ts'
import { t } from '../language/translate.ts'
import { NameBank } from '../rules/bank-naming.tsx'
import { nationalBanks } from '../rules/national-banks.ts'
import { Button } from '../ui/button.tsx'
import { goToField } from '../ui/error-summary.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import styles from './field-ways.module.css'
import { useReading } from './reading.ts'
import { useWarnings, warningName } from './warnings-context.tsx'

/** What can be done at once about what stands below a field, which may also be a validation's. */
export function FieldWays({ field }: { readonly field: string }) {
  return (
    <div className={styles.ways}>
      {field === 'recipientPixKey' && <PhoneOffer />}
      {field === 'accountNumber' && <MethodOffer />}
      {field === 'bankName' && <NameOffer />}
      <ToItsTick field={field} />
    </div>
  )
}

/** Leads to the tick that confirms the warning here: all ticks stand together at the end of the form. */
function ToItsTick({ field }: { readonly field: string }) {
  const { open } = useWarnings()
  const first = open.find((warning) => warning.field === field)
  if (first === undefined) return null
  return (
    <Button kind="link" small onClick={() => goToField(warningName(first))}>
      {t('payouts.warnings.toTick')}
    </Button>
  )
}

/** Offers the method that a program would mean by such a number: in Peru the CCI that was typed for a wallet. */
function MethodOffer() {
  const { setValue } = useFormContext<Entry>()
  const announce = useAnnounce()
  const meant = useReading(({ country, given, method }) => methodFor(country, given, method.id))
  const method = useReading((reading) => reading.method)
  if (meant === undefined || meant === method) return null
  const { id, label } = meant

  function take() {
    setValue('method', id)
    goToField('accountNumber')
    announce(t('payouts.method.isNow', { method: t(label) }))
  }

  return (
    <Button kind="link" small onClick={take}>
      {t('payouts.method.payBy', { method: t(label) })}
    </Button>
  )
}

/** Offers to name the bank, where neither a public list nor a colleague has. */
function NameOffer() {
  const [isOpen, setIsOpen] = useState(false)
  const names = useBankNames()
  const country = useReading((reading) => reading.country)
  const code = useReading(({ given }) => given.bankName ?? '') ?? ''
  const isNational =
    country !== undefined && bankRulesOf(country).some(({ nationalCodes }) => nationalCodes !== undefined)
  const national = useQuery({ ...nationalBanks, enabled: isNational })
  if (country === undefined || (isNational && !national.isSuccess)) return null
  const bank = bankOfCode(country, code, national.data)
  // Where any text passes as a bank, one without a digit is no code.
  const isUnnamed = bank !== undefined && bank.name === undefined && /\d/.test(code)
  if (!isUnnamed || names.has(bankIdOf(country.code, code))) return null
  return (
    <>
      <Button kind="link" small onClick={() => setIsOpen(true)}>
        {t('bankNames.nameThis')}
      </Button>
      {isOpen && (
        <NameBank
          bank={{ country: country.code, code, version: undefined }}
          onClose={() => setIsOpen(false)}
          onNamed={() => {
            // Closing gives focus back to the button, which is gone by now.
            flushSync(() => setIsOpen(false))
            goToField('bankName')
          }}
        />
      )}
    </>
  )
}

/** Offers a Pix key of eleven digits as the phone that it may be. They are sent as a CPF until a person says otherwise. */
function PhoneOffer() {
  const { setValue } = useFormContext<Entry>()
  const announce = useAnnounce()
  const phone = useReading(({ entry }) => phoneReadingOf(entry.recipientPixKey))
  if (phone === undefined) return null
  const inGroups = phoneInGroups(phone)

  function take(key: string) {
    setValue('recipientPixKey', key, { shouldDirty: true })
    goToField('recipientPixKey')
    announce(t('payouts.pixKey.isPhoneNow', { phone: inGroups }))
  }

  return (
    <Button kind="link" small onClick={() => take(phone)}>
      {t('payouts.pixKey.isPhone', { phone: inGroups })}
    </Button>
  )
}
