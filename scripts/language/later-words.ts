/**
 * Messages that only screens say which nobody opens first: they are served in a file of their own, which such a screen loads with itself
 * (`laterScreen`). The folder of web that may say them, by how their ids begin.
 */
export const laterWords: Readonly<Record<string, readonly string[]>> = {
  'activity.': ['activity'],
  'credentials.': ['credentials'],
  'enrol.': ['enrol'],
  'limits.': ['settings'],
  'ownAccount.': ['account'],
  'people.': ['people'],
  'review.': ['review'],
  'settings.': ['settings'],
  'signIn.': ['sign-in'],
}

export function isLater(id: string): boolean {
  return Object.keys(laterWords).some((beginning) => id.startsWith(beginning))
}

/** Folders whose screens load the later words: those that say them, and those that show something of these. */
export const laterFolders: readonly string[] = [...Object.values(laterWords).flat(), 'beneficiaries']
