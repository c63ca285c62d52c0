import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/callout.tsx'
import { Actions } from '../ui/row.tsx'
import styles from './form-end.module.css'
import type { Copying } from './use-copy-request.ts'
import { Warnings } from './warnings.tsx'

export interface FormEndProps {
  readonly copying: Copying
  readonly onClear: () => () => void
}

/** The end of the form: warnings to confirm, the one primary button, and what came of it. */
export function FormEnd({ copying, onClear }: FormEndProps) {
  const [undo, setUndo] = useState<() => void>()

  function clear() {
    copying.forget()
    const restore = onClear()
    setUndo(() => () => {
      restore()
      setUndo(undefined)
    })
  }

  return (
    <div className={styles.end}>
      <Warnings copying={copying} />
      <Actions>
        <span className={styles.submit}>
          <Button kind="primary" type="submit">
            Copy request
          </Button>
        </span>
        <Button onClick={clear}>Clear the form</Button>
      </Actions>
      {copying.state === 'copied' && <Callout tone="success" title="Copied: the exact request is on your clipboard." />}
      {copying.state === 'refused' && (
        <Callout tone="warning" title="The browser did not let us copy.">
          <p>Open the JSON beside the form, select it and copy it.</p>
        </Callout>
      )}
      {undo !== undefined && (
        <Callout
          tone="info"
          title="The form was cleared."
          action={
            <Button small onClick={undo}>
              Bring it back
            </Button>
          }
        />
      )}
    </div>
  )
}
