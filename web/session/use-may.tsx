import type { Permission } from '#shared/api/permissions.ts'
import { problemDetail } from '../language/problem-text.ts'
import { Note } from '../ui/tone.tsx'
import { useSession } from './use-session.ts'

/** Whether the roles of the signed-in person allow something. The server decides; this says what is offered. */
export function useMay(permission: Permission): boolean {
  return useSession().data?.permissions.includes(permission) ?? false
}

/** Why they may not, for what stays in sight and cannot be pressed: "Only reviewers export. …" Undefined for who may. */
export function useWhyNot(permission: Permission): string | undefined {
  return useMay(permission) ? undefined : problemDetail({ code: 'NOT_PERMITTED', params: { permission } })
}

/** The same as a line, in place of what is not offered. */
export function WhyNot({ permission }: { readonly permission: Permission }) {
  const why = useWhyNot(permission)
  return why !== undefined && <Note>{why}</Note>
}

/** Screens that only some roles have a use for; everybody opens all others. */
const permissionOf = {
  newPayout: 'enter',
  import: 'enter',
  newBeneficiary: 'enter',
  people: 'administer',
  settings: 'administer',
} as const satisfies Readonly<Record<string, Permission>>

/** Tells the screens that navigation and palette offer. Where names are taken on trust, nobody is invited or suspended. */
export function useIsOffered(): (screen: string) => boolean {
  const { data } = useSession()
  return (screen) => {
    if (screen === 'people' && data?.signIn === 'local') return false
    const [, permission] = Object.entries(permissionOf).find(([name]) => name === screen) ?? []
    return permission === undefined || data?.permissions.includes(permission) === true
  }
}
