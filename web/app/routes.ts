/** Every address of the page; links and routes are typed by it. */
export const paths = {
  home: '/',
  newPayout: '/payouts/new',
  about: '/about',
} as const

export type Path = (typeof paths)[keyof typeof paths]

export interface NavigationEntry {
  readonly path: Path
  readonly title: string
}

/** What the navigation offers: only what exists. */
export const navigation: readonly NavigationEntry[] = [
  { path: paths.newPayout, title: 'New payout' },
  { path: paths.about, title: 'About' },
]
