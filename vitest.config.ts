import { defineConfig } from 'vitest/config'

/** The tests that need no browser, of all rooms. Playwright's are in e2e/. */
export default defineConfig({
  define: { __APP_VERSION__: JSON.stringify('0.0.0-test') },
  test: {
    environment: 'node',
    include: ['{shared,server,web,scripts}/**/*.test.{ts,tsx}'],
    // Style sheets that a test reads as data are not emptied.
    css: { include: /theme\.css/ },
    allowOnly: false,
    // A busy machine makes a law over thousands of values slow, not wrong.
    testTimeout: 30_000,
    // npm test adds both runners' reports up.
    reporters: ['default', ['json', { outputFile: 'test-results/unit.json' }]],
  },
})
