declare const __APP_VERSION__: string

/** The version in package.json, put in by Vite. */
export const appVersion = __APP_VERSION__
