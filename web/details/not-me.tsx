import { useState } from 'react'
import { t } from '../language/translate.ts'
import { Actions, Button } from '../ui/button.tsx'
import { Callout } from '../ui/tone.tsx'
import { callClose, failureReason, type PayeeKey } from './calls.ts'

interface NotMeProps {
  readonly payeeKey: PayeeKey
  readonly onClosed: () => void
}

/** For who got a link that was meant for another person: it ends the link, which is asked once more. */
export function NotMe({ payeeKey, onClosed }: NotMeProps) {
  const [isAsking, setIsAsking] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)

  async function close() {
    setIsBusy(true)
    setHasFailed(false)
    try {
      await callClose(payeeKey)
      onClosed()
    } catch (cause) {
      // What has ended already needs no closing.
      if (failureReason(cause) === 'ended') onClosed()
      else setHasFailed(true)
    }
    setIsBusy(false)
  }

  if (!isAsking)
    return (
      <Button kind="link" onClick={() => setIsAsking(true)}>
        {t('payee.notMe')}
      </Button>
    )
  return (
    <div role="alert">
      <Callout
        tone="warning"
        title={t('payee.notMe.question')}
        action={
          <Actions>
            <Button kind="danger" busy={isBusy} onClick={() => void close()}>
              {t('payee.notMe.close')}
            </Button>
            <Button onClick={() => setIsAsking(false)}>{t('payee.notMe.back')}</Button>
          </Actions>
        }
      >
        <p>{t(hasFailed ? 'payee.notMe.failed' : 'payee.notMe.text')}</p>
      </Callout>
    </div>
  )
}
