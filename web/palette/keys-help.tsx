import { useState } from 'react'
import { t } from '../language/translate.ts'
import { useMay } from '../session/use-may.tsx'
import { Actions, Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Ledger, LedgerRow } from '../ui/ledger.tsx'
import { TickField } from '../ui/tick-field.tsx'
import { reviewActions, reviewShortcuts } from './review-keys.ts'
import { areSingleKeysOn, turnSingleKeys } from './single-keys.ts'

/** Every keyboard shortcut of Payout Desk: those of all screens, those of forms and those of the review. */
export function KeysHelp({ onClose }: { readonly onClose: () => void }) {
  const mayEnter = useMay('enter')
  const mayApprove = useMay('approve')
  return (
    <Dialog title={t('palette.keys.title')} description={t('palette.keys.rest')} onClose={onClose}>
      <KeyList title={t('palette.keys.everywhere')} keys={frameKeys(mayEnter)} />
      {mayEnter && (
        <KeyList title={t('palette.keys.entering')} keys={[{ key: 'Ctrl Enter', does: t('palette.keys.send') }]} />
      )}
      {mayApprove && <KeyList title={t('palette.keys.reviewing')} keys={reviewKeys()} />}
      <SingleKeysSwitch />
      <Actions>
        <Button onClick={onClose}>{t('palette.keys.close')}</Button>
      </Actions>
    </Dialog>
  )
}

function frameKeys(mayEnter: boolean) {
  const ofEntering = [
    { key: 'N', does: t('palette.keys.newPayout') },
    { key: 'P', does: t('palette.keys.payAgain') },
  ]
  return [
    { key: 'Ctrl K', does: t('palette.keys.palette') },
    ...(mayEnter ? ofEntering : []),
    { key: '?', does: t('palette.keys.help') },
    { key: 'Ctrl /', does: t('palette.keys.help') },
    { key: 'Esc', does: t('palette.keys.escape') },
  ]
}

function reviewKeys() {
  return reviewActions.map((act) => ({ key: reviewShortcuts[act], does: t(`palette.review.${act}`) }))
}

function SingleKeysSwitch() {
  const [isOn, setIsOn] = useState(areSingleKeysOn)
  return (
    <TickField
      name="single-keys"
      label={t('palette.keys.single')}
      description={t('palette.keys.singleMeans')}
      value={isOn}
      onChange={(next) => {
        turnSingleKeys(next ? 'on' : 'off')
        setIsOn(next)
      }}
    />
  )
}

interface KeyListProps {
  readonly title: string
  readonly keys: readonly { readonly key: string; readonly does: string }[]
}

function KeyList({ title, keys }: KeyListProps) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <Ledger label={title}>
        {keys.map(({ key, does }) => (
          <LedgerRow key={key} name={<kbd>{key}</kbd>} value={does} />
        ))}
      </Ledger>
    </section>
  )
}
