import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { sentinels } from '#shared/api/sandbox-sentinels.ts'
import type { Entry } from '#shared/payout/entry.ts'
import { t } from '../language/translate.ts'
import { useEnvironment } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { goToField } from '../ui/error-summary.tsx'
import styles from './sandbox-names.module.css'

/** In the sandbox the last name decides the outcome of a validation: the names, each with a button that fills it in. */
export function SandboxNames() {
  const environment = useEnvironment()
  const { setValue } = useFormContext<Entry>()
  const [isOpen, setIsOpen] = useState(false)
  if (environment !== 'sandbox') return null

  function use(lastName: string) {
    setValue('beneficiaryLastName', lastName)
    goToField('beneficiaryLastName')
  }

  return (
    <div className={styles.aside}>
      <Disclosure small summary={t('validations.names.summary')} open={isOpen} onToggle={setIsOpen}>
        <ul className={styles.names}>
          {isOpen &&
            sentinels.map(({ lastName, service, description }) => (
              <li key={`${lastName} ${service}`}>
                <Button
                  kind="link"
                  small
                  label={t('validations.names.fillIn', { name: lastName })}
                  onClick={() => use(lastName)}
                >
                  {lastName}
                </Button>
                <span className={styles.what}>
                  {t(`validations.sandbox.${service}`, { description: t(description) })}
                </span>
              </li>
            ))}
        </ul>
      </Disclosure>
    </div>
  )
}
