import { defineConfig } from '@playwright/test'
import { browserFlags } from './harness/browser.ts'

/** The journeys: real browsers against a real server process a worker. No retries: a race is a bug, here or in the product. */
export default defineConfig({
  testDir: './journeys',
  outputDir: './test-results',
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    viewport: { width: 1280, height: 800 },
    // Without the film of every page, which costs more than the journeys themselves.
    trace: { mode: 'retain-on-failure', screenshots: false },
    launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: browserFlags },
  },
})
