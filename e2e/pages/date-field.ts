import type { Locator, Page } from '@playwright/test'

/** The field for a date by its label, and not the buttons beside it, which are named after it. */
export const dateField = (scope: Page | Locator, label: string): Locator => scope.getByRole('textbox', { name: label, exact: true })

/** '2026-12-05' as the field shows it in Portuguese: '05/12/2026'. */
export const shownDate = (day: string): string => day.split('-').reverse().join('/')

/** Types a day, 'YYYY-MM-DD', as a person writes it; '' empties the field. Leaving it is what makes it count. */
export async function fillDate(field: Locator, day: string): Promise<void> {
  await field.fill(shownDate(day))
  await field.blur()
}
