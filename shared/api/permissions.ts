/*
 * Who may do what. Every route of the server declares one of these permissions, and the pages offer what one of them allows.
 */

export const roles = ['viewer', 'clerk', 'reviewer', 'admin'] as const

/** A set of them is a person's: a person of no role may do nothing. */
export type Role = (typeof roles)[number]

/** Whether a set of roles lets a person approve, or let others in. */
export function arePowerful(given: readonly Role[]): boolean {
  return given.includes('reviewer') || given.includes('admin')
}

interface Rule {
  /** Any of them allows it; null: everyone who has signed in may, with any role. */
  readonly roles: readonly Role[] | null
  /** Whether it takes a proof of who one is that is at most five minutes old. */
  readonly needsProof: boolean
  /** Whether an API token can be allowed to do it; others are for people alone. */
  readonly isForMachines: boolean
  /** Whether a person may not do it while they are held: for a day after a new role or another way to sign in. What judges payouts holds approvals. */
  readonly isHeld?: true
}

const everyRole = roles
const rules = {
  /** One's own account and sessions. Each change of what one signs in with takes a proof that confirms it. */
  account: { roles: null, needsProof: false, isForMachines: false },
  /** Lists and pages, masked. */
  read: { roles: everyRole, needsProof: false, isForMachines: true },
  /** The audit log: all of it for reviewers and admins, one's own entries for others. And which mail address each name on the screens has. */
  audit: { roles: everyRole, needsProof: false, isForMachines: false },
  /** Beneficiaries, payouts, drafts and validations: entering and changing them. */
  enter: { roles: ['clerk'], needsProof: false, isForMachines: true },
  /** Reporting what became of exported payouts: clerks; and reviewers, who confirm a refusal before it is paid again. */
  report: { roles: ['clerk', 'reviewer'], needsProof: false, isForMachines: true },
  /** What beneficiaries sent of themselves, in full, before it is accepted. */
  handle: { roles: ['clerk', 'reviewer'], needsProof: true, isForMachines: false },
  /** Details in full: clerks what they typed themselves, reviewers all. */
  reveal: { roles: ['clerk', 'reviewer'], needsProof: true, isForMachines: false },
  /** Approving and returning. */
  approve: { roles: ['reviewer'], needsProof: true, isForMachines: false },
  /** Signing approvals with a passkey, which proves more than any proof of before; and going on with what was signed or proven as it began. */
  sign: { roles: ['reviewer'], needsProof: false, isForMachines: false },
  /** Taking one's own decision back. */
  undo: { roles: ['reviewer'], needsProof: false, isForMachines: false },
  /** Recording that a beneficiary was called back about their bank details. */
  callBack: { roles: ['clerk', 'reviewer'], needsProof: true, isForMachines: false, isHeld: true },
  /** Making exports and fetching their files. */
  export: { roles: ['reviewer'], needsProof: true, isForMachines: true },
  /** All saved beneficiaries in full, as one file. */
  takeOut: { roles: ['reviewer', 'admin'], needsProof: true, isForMachines: false, isHeld: true },
  /** What is known of a beneficiary as a file, and erasing it. */
  personalData: { roles: ['admin'], needsProof: true, isForMachines: false, isHeld: true },
  /** Reading who is here, with which roles and tokens. */
  administer: { roles: ['admin'], needsProof: false, isForMachines: false },
  /** People, approval policy, merchant settings and API tokens. */
  manage: { roles: ['admin'], needsProof: true, isForMachines: false, isHeld: true },
  /** Taking power away: suspending, ending sessions, revoking tokens, withdrawing links and proposals. */
  protect: { roles: ['admin'], needsProof: true, isForMachines: false },
} as const satisfies Record<string, Rule>

export type Permission = keyof typeof rules

export const permissions: Readonly<Record<Permission, Rule>> = rules

export const permissionNames = Object.keys(rules).filter((name): name is Permission => name in rules)

/** Whether any of a person's roles allows something; that a proof may be needed is not looked at. */
export function mayDo(given: readonly Role[], permission: Permission): boolean {
  const { roles: allowed } = permissions[permission]
  return allowed === null || given.some((role) => allowed.includes(role))
}
