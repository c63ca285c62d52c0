import { useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { bankIdOf } from '#shared/banks/bank-names.ts'
import { ApiProblem, reasonOf } from '../api/api.ts'
import { type BankOfCountry, useBankNameList, useNaming } from '../api/bank-names.ts'
import { problemDetail } from '../language/problem-text.ts'
import { t } from '../language/translate.ts'
import { LoadAgain } from '../screen/load-again.tsx'
import { useTexts } from '../screen/use-texts.ts'
import { useMay } from '../session/use-may.tsx'
import { Button } from '../ui/button.tsx'
import { FormDialog } from '../ui/form.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { TextField } from '../ui/text-field.tsx'
import { Badge } from '../ui/tone.tsx'

export interface BankNamingProps {
  readonly country: string
  /** Of a bank without a public name; empty for any that has none. */
  readonly code: string
}

/** Names a bank whose code has no public name, renames it, or removes the name. */
export function BankNaming({ country, code }: BankNamingProps) {
  const [isOpen, setIsOpen] = useState(false)
  const names = useBankNameList()
  const naming = useNaming()
  const announce = useAnnounce()
  const mayManage = useMay('manage')
  if (names.data === undefined) return null
  const saved = names.data.find(({ id }) => id === bankIdOf(country, code))
  const bank = { country, code, version: saved?.version }
  if (!mayManage) return saved !== undefined && <Badge>{t('bankNames.own')}</Badge>

  async function remove() {
    try {
      await naming.mutateAsync({ ...bank, name: undefined })
      announce(t('bankNames.removed', { code }))
      focusOn(code)
    } catch {
      // The failure is shown below.
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
            // Closing would give focus back to the button, which has been replaced.
            flushSync(() => setIsOpen(false))
            focusOn(named)
          }}
        />
      )}
    </>
  )
}

/** Focuses the row of the bank, or, where it disappeared with its name, the section. */
function focusOn(code: string): void {
  const row = document.getElementById(`bank-${code}`) ?? document.getElementById('banks')
  row?.focus({ preventScroll: true })
}

/** The merchant's names are loading, or could not be loaded. */
export function BankNamesState() {
  const names = useBankNameList()
  if (names.isPending) return <Skeleton lines={1} label={t('bankNames.loading')} />
  if (!names.isError) return null
  return <LoadAgain title={t('bankNames.notLoaded', { reason: reasonOf(names.error) })} query={names} />
}

export interface NameBankProps {
  /** An empty code is asked for. */
  readonly bank: BankOfCountry
  /** Its present name by the merchant. */
  readonly name?: string | undefined
  readonly onClose: () => void
  readonly onNamed: (code: string) => void
}

/** Asks for the name of a bank whose code has no public name. */
export function NameBank({ bank, name: before = '', onClose, onNamed }: NameBankProps) {
  const naming = useNaming()
  const announce = useAnnounce()
  const { texts, field } = useTexts('namedBank', { code: bank.code, name: before }, () => ({}))
  const code = texts.code.trim()
  const { name } = texts

  async function save() {
    try {
      await naming.mutateAsync({ ...bank, code, name })
      announce(t('bankNames.named', { code, name: name.trim() }))
      onNamed(code)
    } catch {
      // The failure is shown in the dialog.
    }
  }

  // A form cannot contain another form, and Enter would submit the outer one.
  return createPortal(
    <FormDialog
      title={bank.code === '' ? t('bankNames.titleAny') : t('bankNames.title', { code })}
      description={t('bankNames.why')}
      action={t('bankNames.save')}
      isBusy={naming.isPending}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      {bank.code === '' && <TextField {...field('code')} label={t('bankNames.code')} mono narrow />}
      <TextField
        {...field('name')}
        label={t('bankNames.name')}
        capitals="words"
        error={naming.error === null ? undefined : whyNot(naming.error)}
      />
    </FormDialog>,
    document.body,
  )
}

function whyNot(failure: Error): string {
  if (failure instanceof ApiProblem) return problemDetail(failure.problem)
  return t('bankNames.failed', { reason: reasonOf(failure) })
}
