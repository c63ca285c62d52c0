import { alternatives } from '../language/formats.ts'
import { say } from '../language/rule-words.ts'
import type { ValidationId, ValidationNeed } from './validation-rows.ts'
import { t } from './words.ts'

export function validationTitle(id: ValidationId): string {
  return t(id === 'check:identity' ? 'check.identity' : 'check.bank')
}

export function validationNeedsTitle(id: ValidationId): string {
  return t(id === 'check:identity' ? 'check.identityNeeds' : 'check.bankNeeds')
}

export function needTitle({ of }: ValidationNeed): string {
  return t(`need.${of}`)
}

/** What exactly the check wants to know. */
export function needWords(need: ValidationNeed): string {
  switch (need.of) {
    case 'name':
      return t('needs.fullName')
    case 'document':
      return alternatives(need.documents.map(documentWords))
    case 'bank':
      return bankWords(need.bank)
    case 'accountType':
      if (!need.isUsed) return t('needs.notUsed')
      return need.exempt.length === 0 ? t('needs.ownCode') : t('needs.ownCodeBut', { banks: alternatives(need.exempt) })
    case 'accountNumber':
      return t('needs.asInPayout')
  }
}

function documentWords({ label, code }: { readonly label: string; readonly code: string }): string {
  return label === code ? label : t('needs.document', { label: say(label), code })
}

function bankWords(bank: Extract<ValidationNeed, { readonly of: 'bank' }>['bank']): string {
  switch (bank) {
    case 'required':
      return t('needs.bankAndAgency')
    case 'unless-cci':
      return t('needs.bankUnlessCci')
    case 'not-used':
      return t('needs.notUsed')
  }
}
