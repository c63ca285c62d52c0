/**
 * Messages that only screens say which nobody opens first: they are served in a file of their own, which such a screen loads with itself
 * (`laterScreen`). The folder of web that may say them, by how their ids begin.
 */
export const laterWords: Readonly<Record<string, readonly string[]>> = {
  'about.': ['about'],
  'activity.': ['activity'],
  'batches.': ['batches'],
  'beneficiaries.action.': ['beneficiaries'],
  'beneficiaries.done.': ['beneficiaries'],
  'beneficiaries.erase.': ['beneficiaries'],
  'beneficiaries.form.': ['beneficiaries'],
  'beneficiaries.list.': ['beneficiaries'],
  'beneficiaries.payouts.': ['beneficiaries'],
  'beneficiaries.save.': ['beneficiaries'],
  'beneficiaries.service.': ['beneficiaries'],
  'beneficiaries.status.': ['beneficiaries'],
  'beneficiaries.validations.': ['beneficiaries'],
  'credentials.': ['credentials'],
  'discard.': ['discard'],
  'enrol.': ['enrol'],
  'exports.file.': ['exports'],
  'exports.format.': ['exports'],
  'exports.page.': ['exports'],
  'exports.preparing.': ['exports'],
  'exports.past.': ['exports'],
  'exports.ticks.': ['exports'],
  'import.': ['import'],
  'limits.': ['settings'],
  'outcomes.': ['outcomes', 'outcome-file'],
  'ownAccount.': ['account'],
  'people.': ['people'],
  'review.': ['review'],
  'rules.': ['rules'],
  'settings.': ['settings'],
  'sheet.': ['import'],
  'signIn.': ['sign-in'],
}

export function isLater(id: string): boolean {
  return Object.keys(laterWords).some((beginning) => id.startsWith(beginning))
}

/** Folders whose screens load the later words. */
export const laterFolders: readonly string[] = Object.values(laterWords).flat()
