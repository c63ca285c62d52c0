import { useState } from 'react'
import { t } from '../language/translate.ts'
import { Actions, Button } from '../ui/button.tsx'
import { useSampleData } from './sample-data.tsx'

/** Removes the sample data, after a question. */
export function RemoveSampleData() {
  const { failure, isBusy, change } = useSampleData()
  const [isAsked, setIsAsked] = useState(false)
  return (
    <>
      <p>{t('sample.areLoaded')}</p>
      {failure}
      <Button expanded={isAsked} onClick={() => setIsAsked(!isAsked)}>
        {t('sample.remove')}
      </Button>
      {isAsked && (
        <>
          <p>{t('sample.removeAsked')}</p>
          <Actions>
            <Button kind="danger" busy={isBusy} onClick={() => change('remove')}>
              {t('sample.removeIt')}
            </Button>
            <Button onClick={() => setIsAsked(false)}>{t('sample.keep')}</Button>
          </Actions>
        </>
      )}
    </>
  )
}
