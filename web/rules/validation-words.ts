import { alternatives } from '../language/formats.ts'
import { t } from '../language/translate.ts'
import type { ValidationId, ValidationNeed } from './validation-rows.ts'

export function validationTitle(id: ValidationId): string {
  return t(id === 'validation:identity' ? 'rules.check.identity' : 'rules.check.bank')
}

export function validationNeedsTitle(id: ValidationId): string {
  return t(id === 'validation:identity' ? 'rules.check.identityNeeds' : 'rules.check.bankNeeds')
}

export function needTitle({ of }: ValidationNeed): string {
  return t(`rules.need.${of}`)
}

/** What exactly the check wants to know. */
export function needWords(need: ValidationNeed): string {
  switch (need.of) {
    case 'name':
      return t('rules.needs.fullName')
    case 'document':
      return alternatives(need.documents.map(documentWords))
    case 'bank':
      return bankWords(need.bank)
    case 'accountType':
      if (!need.isUsed) return t('rules.needs.notUsed')
      return need.exempt.length === 0
        ? t('rules.needs.ownCode')
        : t('rules.needs.ownCodeBut', { banks: alternatives(need.exempt) })
    case 'accountNumber':
      return t('rules.needs.asInPayout')
  }
}

function documentWords({ label, code }: { readonly label: string; readonly code: string }): string {
  return label === code ? label : t('rules.needs.document', { label, code })
}

function bankWords(bank: Extract<ValidationNeed, { readonly of: 'bank' }>['bank']): string {
  switch (bank) {
    case 'required':
      return t('rules.needs.bankAndAgency')
    case 'unless-cci':
      return t('rules.needs.bankUnlessCci')
    case 'not-used':
      return t('rules.needs.notUsed')
  }
}
