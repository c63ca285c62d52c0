import { useState } from 'react'
import { flushSync } from 'react-dom'
import { bankIdOf } from '#shared/banks/bank-names.ts'
import { useBankNameList, useNaming } from '../api/bank-names.ts'
import { reasonOf } from '../api/use-merchant.ts'
import { t } from '../language/translate.ts'
import { Button } from '../ui/button.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Badge, Callout } from '../ui/tone.tsx'
import { NameBank } from './name-bank.tsx'

export interface BankNamingProps {
  readonly country: string
  /** Of a bank without a public name; empty for any that has none. */
  readonly code: string
}

/** Names a bank whose code has no public name, gives it another name, or takes its name away. */
export function BankNaming({ country, code }: BankNamingProps) {
  const [isOpen, setIsOpen] = useState(false)
  const names = useBankNameList()
  const naming = useNaming()
  const announce = useAnnounce()
  if (names.data === undefined) return null
  const saved = names.data.find(({ id }) => id === bankIdOf(country, code))
  const bank = { country, code, version: saved?.version }

  async function remove() {
    try {
      await naming.mutateAsync({ ...bank, name: undefined })
      announce(t('bankNames.removed', { code }))
      focusOn(code)
    } catch {
      // The failure stands below.
    }
  }

  return (
    <>
      {saved !== undefined && <Badge>{t('bankNames.own')}</Badge>}{' '}
      <Button kind={code === '' ? 'quiet' : 'link'} small={code !== ''} onClick={() => setIsOpen(true)}>
        {code === ''
          ? t('bankNames.nameAny')
          : t(saved === undefined ? 'bankNames.nameOne' : 'bankNames.rename', { code })}
      </Button>{' '}
      {saved !== undefined && (
        <Button kind="link" small busy={naming.isPending} onClick={() => void remove()}>
          {t('bankNames.remove', { code })}
        </Button>
      )}
      {naming.isError && <p role="alert">{t('bankNames.failed', { reason: reasonOf(naming.error) })}</p>}
      {isOpen && (
        <NameBank
          bank={bank}
          name={saved?.name}
          onClose={() => setIsOpen(false)}
          onNamed={(named) => {
            // Closing gives focus back to the button, which is another one by now.
            flushSync(() => setIsOpen(false))
            focusOn(named)
          }}
        />
      )}
    </>
  )
}

/** To the row of the bank; where it has gone with its name, to the section. */
function focusOn(code: string): void {
  const row = document.getElementById(`bank-${code}`) ?? document.getElementById('banks')
  row?.focus({ preventScroll: true })
}

/** That the merchant's names are on their way, or are not to be had. */
export function BankNamesState() {
  const names = useBankNameList()
  if (names.isPending) return <Skeleton lines={1} label={t('bankNames.loading')} />
  if (!names.isError) return null
  return (
    <Callout
      tone="error"
      title={t('bankNames.notLoaded', { reason: reasonOf(names.error) })}
      action={
        <Button busy={names.isFetching} onClick={() => void names.refetch()}>
          {t('bankNames.again')}
        </Button>
      }
    />
  )
}
