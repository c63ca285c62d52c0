/**
 * Messages that a first visit does not show. They are served in a file of their own, which their screens load with themselves
 * (`laterScreen`). For each beginning of an id: the folders and files of web, and files of shared, that may use it.
 */
export const laterWords: Readonly<Record<string, readonly string[]>> = {
  'about.': ['about'],
  'activity.': ['activity', 'settings/event-words', 'sign-in/credential-changes'],
  'batches.': ['batches'],
  'bankNames.': ['rule-links/bank-naming', 'entry/name-bank-offer', 'rules'],
  'beneficiaries.action.': ['beneficiaries', 'entry/beneficiary-action-failure'],
  'beneficiaries.details.': ['activity/activity-line', 'beneficiaries', 'payouts/payout-page'],
  'beneficiaries.done.': ['beneficiaries'],
  'beneficiaries.erase.': ['beneficiaries'],
  'beneficiaries.form.': ['beneficiaries'],
  'beneficiaries.list.': ['beneficiaries'],
  'beneficiaries.page.': ['beneficiaries', 'payouts/beneficiary-card'],
  'beneficiaries.payouts.': ['beneficiaries'],
  'beneficiaries.save.': ['beneficiaries'],
  'beneficiaries.service.': ['beneficiaries'],
  'beneficiaries.status.': ['beneficiaries'],
  'beneficiaries.takeOut.': ['beneficiaries'],
  'beneficiaries.validations.': ['beneficiaries'],
  'callBack.': ['beneficiaries', 'payouts/call-back-offer', 'payouts/record-call-back'],
  'conflict.': ['conflict/conflict-view', 'entry/entry-conflict'],
  'credentials.': ['credentials'],
  'details.changedSince': ['payouts/details-changed'],
  'detailsLinks.': ['details-links', 'shared/language/details-link-text'],
  'discard.': ['discard'],
  'enrol.': ['enrol'],
  'exports.again.': ['exports', 'payouts/payout-actions'],
  'exports.approved.': ['exports', 'payouts/payout-actions', 'payouts/list-act-dialog'],
  'exports.file.': ['exports'],
  'exports.format.': ['exports'],
  'exports.page.': ['exports', 'payouts/select-payouts'],
  'exports.preparing.': ['exports'],
  'exports.past.': ['exports'],
  'exports.ticks.': ['exports', 'payouts/payout-ticks'],
  'import.': ['import'],
  'limits.': ['settings'],
  'mail.': [],
  'notification.': ['notifications'],
  'notifications.': ['notifications'],
  'outcomes.': ['outcomes', 'outcome-file', 'payouts/list-act-dialog'],
  'ownAccount.': ['account'],
  'palette.': ['palette/palette', 'palette/palette-places', 'palette/keys-help', 'review'],
  'paste.': [
    'paste/code-picture',
    'paste/filled-notice',
    'paste/found-details',
    'paste/found-row',
    'paste/paste-panel',
    'paste/people-as-batch',
  ],
  'payouts.action.': ['payouts/payout-actions'],
  'payouts.card.': ['payouts/beneficiary-card', 'payouts/card-validations'],
  'payouts.confirmations.': ['payouts/confirmations', 'payouts/payout-page', 'review', 'exports'],
  'payouts.currency.': ['payouts/asked-amount'],
  'payouts.fact.': ['payouts/fact-marks'],
  'payouts.facts.': ['payouts/payout-page', 'payouts/payout-ticks', 'beneficiaries', 'exports', 'entry/terms-note'],
  'payouts.kept.note': ['entry/kept-note'],
  'payouts.other.': ['entry/other-beneficiary'],
  'payouts.page.': [
    'payouts/payout-page',
    'payouts/payout-actions',
    'payouts/errors-to-fix',
    'payouts/save-result',
    'review',
  ],
  'payouts.returned.': ['payouts/return-note', 'payouts/edit-payout'],
  'payouts.select.': ['payouts/select-payouts', 'payouts/list-act-dialog'],
  'payouts.step.': ['payouts/action-failure', 'payouts/list-act-dialog', 'review'],
  'payouts.toApprove.': ['payouts/to-approve'],
  'payouts.unchecked.': ['entry/not-looked-up'],
  'payouts.way.': ['payouts/approvals-given'],
  'people.': ['people', 'proposals', 'account'],
  'proposals.': ['people', 'proposals', 'settings'],
  'review.': ['review', 'payouts/list-act-dialog', 'payouts/current-validations'],
  'rules.': ['rules'],
  'sample.among.': ['payouts/samples-note'],
  'sandbox.': ['validations/sandbox-names', 'about'],
  'settings.': ['settings', 'proposals'],
  'sheet.': ['import'],
  'signIn.': ['sign-in', 'account/account'],
  'ui.form.': ['ui/form', 'details-links'],
  'ui.password.': ['ui/password-field'],
  'validations.': [
    'entry/validation-section',
    'payouts/card-validations',
    'validations/sandbox-names',
    'validations/validation-button',
    'validations/validation-result',
    'validations/validation-row',
    'validations/validation-words',
  ],
  'work.': [
    'account/own-work',
    'ui/work-progress',
    'screen/list-progress',
    'screen/past-lists',
    'batches',
    'exports',
    'import',
    'outcome-file',
    'payouts/list-act-dialog',
    'payouts/select-payouts',
    'review',
  ],
}

/** They begin in the same way, and a first visit shows them. */
const firstWords = [
  'beneficiaries.page.loading',
  'palette.button.',
  'palette.hint.',
  'paste.details.',
  'paste.hint.',
  'payouts.action.again',
  'payouts.card.change',
  'payouts.card.once',
  'payouts.way.count',
]

/**
 * Later as well, and used by anything: until they are loaded the server's English sentences are shown. Of the issues, those of staff and of
 * programs, and warnings that only the server finds: a form asks for them after it has loaded the rest.
 */
const laterWithEnglish = [
  'problem.',
  'question.ofTwoPeople',
  'issue.account_other_document',
  'issue.addresses_or_any',
  'issue.amount_above_limit',
  'issue.amount_above_usual',
  'issue.bank_named_publicly',
  'issue.beneficiary_archived',
  'issue.changed_by_import',
  'issue.details_changed',
  'issue.details_once',
  'issue.document_already_saved',
  'issue.beneficiary_frozen',
  'issue.document_other_account',
  'issue.duplicate_payout',
  'issue.email_taken',
  'issue.external_id_stays',
  'issue.external_id_taken',
  'issue.first_unvalidated',
  'issue.given_twice',
  'issue.name_taken',
  'issue.not_an_address',
  'issue.not_called_back',
  'issue.replaces_another',
  'issue.notification_host',
  'issue.one_of_these',
  'issue.return_address',
  'issue.row_given_twice',
  'issue.rows_unaccounted',
  'issue.same_beneficiary',
  'issue.spelt_twice',
  'issue.too_short',
  'issue.unknown_country',
  'issue.unknown_field',
  'issue.unknown_method',
  'issue.validation_outcome',
  'issue.weak_password',
  'issue.webhook_address',
  'issue.wrong_code',
  'issue.wrong_cursor',
  'issue.wrong_type',
  'issue.wrong_value',
]

export function hasEnglish(id: string): boolean {
  return laterWithEnglish.some((beginning) => id.startsWith(beginning))
}

export function isLater(id: string): boolean {
  const isOneOf = (beginnings: readonly string[]) => beginnings.some((beginning) => id.startsWith(beginning))
  return (hasEnglish(id) || isOneOf(Object.keys(laterWords))) && !isOneOf(firstWords)
}

/** Whether a file is one of those that load with the later words. */
export function isOfLater(path: string): boolean {
  return Object.values(laterWords)
    .flat()
    .some((name) => isIn(path, name))
}

/** `web/paste/found-row.tsx` is in `paste`, and is `paste/found-row`. */
export function isIn(path: string, name: string): boolean {
  const place = name.startsWith('shared/') ? name : `web/${name}`
  return path.startsWith(`${place}/`) || path.startsWith(`${place}.`)
}
