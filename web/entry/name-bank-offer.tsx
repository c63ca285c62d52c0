import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { bankIdOf } from '#shared/banks/bank-names.ts'
import { bankOfCode, bankRulesOf } from '#shared/rule-book/bank-code.ts'
import { useBankNames } from '../api/bank-names.ts'
import { t } from '../language/translate.ts'
import { NameBank } from '../rule-links/bank-naming.tsx'
import { nationalBanks } from '../rule-links/national-banks.ts'
import { useMay } from '../session/use-may.tsx'
import { Button } from '../ui/button.tsx'
import { goToField } from '../ui/error-summary.tsx'
import { Note } from '../ui/tone.tsx'
import { useReading } from './reading.ts'

/** Offers to name the bank that has this code, unless it has a name; where none of the list has one, all of them before one is chosen. */
export function NameBankOffer({ code }: { readonly code: string }) {
  const names = useBankNames()
  const country = useReading((reading) => reading.country)
  const asked = useReading(({ method: { fields } }) => fields.bankName)
  if (country === undefined) return null
  if (/\d/.test(code)) return <NameTheChosen code={code} />
  const listed = asked?.use === 'asked' ? asked.rule.banks : []
  const unnamed = listed.filter((bank) => bank.name === undefined && !names.has(bankIdOf(country.code, bank.code)))
  return unnamed[0] && <NameNext country={country.code} code={unnamed[0].code} />
}

interface NameNextProps {
  readonly country: string
  readonly code: string
}

/** No one can choose among codes without names: a person who may name them is led there one by one, and others are told whom to ask. */
function NameNext({ country, code }: NameNextProps) {
  const [named, setNamed] = useState<string>()
  const mayManage = useMay('manage')
  const close = () => {
    // The button that would get focus back on closing may no longer exist.
    flushSync(() => setNamed(undefined))
    goToField('bankName')
  }
  return (
    <>
      <Note>{t(mayManage ? 'bankNames.nameFirst' : 'bankNames.askAdmin')}</Note>
      {mayManage && (
        <Button kind="link" small onClick={() => setNamed(code)}>
          {t('bankNames.nameOne', { code })}
        </Button>
      )}
      {named !== undefined && (
        <NameBank bank={{ country, code: named, version: undefined }} onClose={close} onNamed={close} />
      )}
    </>
  )
}

function NameTheChosen({ code }: { readonly code: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const mayManage = useMay('manage')
  const names = useBankNames()
  const country = useReading((reading) => reading.country)
  const isNational =
    country !== undefined && bankRulesOf(country).some(({ nationalCodes }) => nationalCodes !== undefined)
  const national = useQuery({ ...nationalBanks, enabled: isNational })
  if (!mayManage || country === undefined || (isNational && !national.isSuccess)) return null
  const bank = bankOfCode(country, code, national.data)
  const isUnnamed = bank !== undefined && bank.name === undefined
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
            // The button that would get focus back on closing no longer exists.
            flushSync(() => setIsOpen(false))
            goToField('bankName')
          }}
        />
      )}
    </>
  )
}
