import program from '../../package.json' with { type: 'json' }

/** Put in by the build, with commit and day: scripts/build-version.mjs. */
declare const __APP_VERSION__: string | undefined

/** Which version of the program this is, as a backup notes it and the About page shows it. */
export const programVersion = typeof __APP_VERSION__ === 'string' ? __APP_VERSION__ : program.version
