import { useState } from 'react'
import { createPortal } from 'react-dom'
import { ApiProblem } from '../api/api.ts'
import { type BankOfCountry, useNaming } from '../api/bank-names.ts'
import { reasonOf } from '../api/use-merchant.ts'
import { problemDetail } from '../language/problem-text.ts'
import { t } from '../language/translate.ts'
import { Actions, Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { TextField } from '../ui/text-field.tsx'

export interface NameBankProps {
  /** An empty code is asked for. */
  readonly bank: BankOfCountry
  /** The merchant's name that it has. */
  readonly name?: string | undefined
  readonly onClose: () => void
  readonly onNamed: (code: string) => void
}

/** Asks what a bank is called whose code has no public name. */
export function NameBank({ bank, name: before = '', onClose, onNamed }: NameBankProps) {
  const naming = useNaming()
  const announce = useAnnounce()
  const [typedCode, setTypedCode] = useState('')
  const [name, setName] = useState(before)
  const code = bank.code || typedCode.trim()

  async function save() {
    try {
      await naming.mutateAsync({ ...bank, code, name })
      announce(t('bankNames.named', { code, name: name.trim() }))
      onNamed(code)
    } catch {
      // The failure stands in the dialog.
    }
  }

  // In the middle of a form there can be no other one, and Enter would send that.
  return createPortal(
    <Dialog
      title={bank.code === '' ? t('bankNames.titleAny') : t('bankNames.title', { code })}
      description={t('bankNames.why')}
      onClose={onClose}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          void save()
        }}
      >
        {bank.code === '' && (
          <TextField
            name="namedCode"
            label={t('bankNames.code')}
            value={typedCode}
            onChange={setTypedCode}
            mono
            narrow
          />
        )}
        <TextField
          name="bankName-name"
          label={t('bankNames.name')}
          value={name}
          onChange={setName}
          capitals="words"
          error={naming.error === null ? undefined : whyNot(naming.error)}
        />
        <Actions>
          <Button kind="primary" type="submit" busy={naming.isPending}>
            {t('bankNames.save')}
          </Button>
          <Button onClick={onClose}>{t('bankNames.cancel')}</Button>
        </Actions>
      </form>
    </Dialog>,
    document.body,
  )
}

function whyNot(failure: Error): string {
  if (failure instanceof ApiProblem) return problemDetail(failure.problem)
  return t('bankNames.failed', { reason: reasonOf(failure) })
}
