import { floorError, folderOf } from './floors.ts'

/** From the ground up: a folder of web knows those of lower floors, and none of its own floor but itself. */
const webFloors = [
  ['jsx', 'state'],
  ['language'],
  ['ui'],
  ['api'],
  ['screen'],
  ['drafts'],
  ['session'],
  ['sign-in'],
  ['credentials'],
  ['enrol'],
  ['activity', 'conflict', 'hints'],
  ['rule-links'],
  ['rules'],
  ['validations'],
  ['entry'],
  ['account', 'discard', 'outcomes', 'palette', 'paste'],
  ['details-links'],
  ['payouts'],
  ['proposals'],
  ['about', 'batches', 'beneficiaries', 'exports', 'import', 'notifications', 'people', 'review', 'settings'],
  ['outcome-file'],
  ['app'],
]

/** What the form of the inside and the page of a payee share beside the controls. */
const sharedWithPayees = [
  'entry/bank-combobox.module.css',
  'entry/bank-combobox.tsx',
  'entry/country-options.ts',
  'entry/field-hint.ts',
  'entry/short-fields.ts',
  'paste/message-call.ts',
  'paste/message-reader.ts',
  'paste/message-worker.ts',
].map((name) => `web/${name}`)

/** The page of a payee, which no other part of web knows, and what it shares, know nothing of the inside. */
function payeeError(path: string, target: string): string | undefined {
  const isOfPayee = (file: string) => file.startsWith('web/details/')
  if (!isOfPayee(path) && isOfPayee(target)) return 'only the page of a payee knows its parts'
  const isGround = webFloors.slice(0, 3).flat().includes(folderOf(target))
  return isGround || isOfPayee(target) || sharedWithPayees.includes(target)
    ? undefined
    : `the page of a payee does not know ${target}`
}

/** `state ← language ← ui ← api ← screen … ← entry ← payouts ← (beneficiaries, exports, review …) ← app`, never backwards. */
export function webError(path: string, target: string): string | undefined {
  if (target.includes('/testing/')) return 'only tests use what is for tests'
  if ([path, target].some((file) => file.startsWith('web/details/')) || sharedWithPayees.includes(path))
    return payeeError(path, target)
  return floorError(webFloors, path, target)
}
