import { tNode } from '../language/translate.ts'
import { AppLink } from '../screen/app-link.tsx'
import { addressOf } from '../screen/routes.ts'
import styles from './rule-link.module.css'

export interface RuleLinkProps {
  readonly country: string
  /** The field of a change, a warning or an error; "validation:bank" for one of the bank validation. */
  readonly field: string
  /** The name of the field, in the page's language. */
  readonly label: string
}

/** Links from a change, a warning or an error to its rule. */
export function RuleLink({ country, field, label }: RuleLinkProps) {
  return (
    <AppLink className={styles.link} to={addressOf.rule(country, field)}>
      {tNode('ruleLink.ruleFor', { label, unseen: (parts) => <span className="sr-only">{parts}</span> })}
    </AppLink>
  )
}
