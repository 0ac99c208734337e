import { defineConfig } from '@playwright/test'
import { browserFlags } from './harness/browser.ts'

/** Those that start servers or a browser of their own, which are long. */
const long = /(board-phone|integrations|languages|notification-mail|whole-loop)\.spec\.ts$/

/** The journeys: real browsers against a real server process a worker. No retries: a race is a bug, here or in the product. */
export default defineConfig({
  testDir: './journeys',
  outputDir: './test-results',
  // Now and then one waits for a clock or the disk; three keep two processors busy.
  workers: 3,
  fullyParallel: true,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // Ends, not goals: a busy machine may be several times slower than a quiet one, and nothing waits longer than it must.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  // First the long ones: at the end only short ones are left, and no processor waits for the last.
  projects: [
    { name: 'long', testMatch: long },
    { name: 'short', testIgnore: long },
  ],
  use: {
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    viewport: { width: 1280, height: 800 },
    // No traces: they take up to a third of the time. `--trace on` makes one for a failure.
    launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: browserFlags },
  },
})
