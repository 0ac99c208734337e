import { expect } from '@playwright/test'
import { adminEmail } from './fixtures.ts'
import type { Person, PersonOptions, Team } from './team.ts'

/** The administrator of the instance, signed in through the login screen: their account is older than the journey. */
export async function administrator(team: Team, options: PersonOptions = {}): Promise<Person> {
  const admin = await team.person('Administração', options)
  await admin.login.open()
  await admin.login.signIn(adminEmail, 'umasenha123')
  await expect(admin.page.getByRole('heading', { level: 1, name: 'Painel do administrador' })).toBeVisible()
  return admin
}
