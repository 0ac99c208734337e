import { expect } from '@playwright/test'
import { authApi } from '@rodada/contract/auth/auth'
import { tokensApi } from '@rodada/contract/auth/tokens'
import { callAs } from '../../scripts/lib/api-client.ts'
import { administrator } from '../harness/administrator.ts'
import type { Member, Person } from '../harness/team.ts'
import { totp } from '../harness/totp.ts'
import { makeBoard } from '../harness/work.ts'
import { SettingsPage } from '../pages/settings.ts'
import type { Stage } from './stage.ts'

type Scene = { ana: Member; settings: SettingsPage }

async function start({ team, origin, look }: Stage): Promise<Scene> {
  const ana = await team.member('Ana Luísa', look)
  await ana.signIn()
  await callAs(origin, ana.account, authApi.updateProfile, {
    body: {
      avatar_url: 'onda',
      bio: 'Produto e pesquisa. Gosto de hipóteses pequenas e de reuniões curtas.',
      company: 'Aroeira',
      position: 'Gerente de produto',
      location: 'Recife',
      phone: '+55 81 99999-0000',
      website: 'https://aroeira.com.br/ana',
    },
  })
  return { ana, settings: new SettingsPage(ana.page) }
}

const scene =
  (act: (scene: Scene) => Promise<void>) =>
  async (stage: Stage): Promise<Person> => {
    const set = await start(stage)
    await act(set)
    return set.ana
  }

/** /settings, the second step of the login and the way back to a forgotten password. */
export const settingsScenes: Record<string, (stage: Stage) => Promise<Person>> = {
  'settings-profile': scene(({ settings }) => settings.open()),
  'settings-profile-edit': scene(async ({ settings }) => {
    await settings.open()
    await settings.edit()
  }),
  'settings-appearance': scene(({ settings }) => settings.open('Aparência')),
  'settings-security': scene(({ settings }) => settings.open('Segurança')),
  'settings-programs': async (stage) => {
    const { ana, settings } = await start(stage)
    const { boardId } = await makeBoard(stage.origin, ana.account, { title: 'Checkout e pagamentos' })
    const make = (body: { name: string; board_ids?: number[]; expires_in_days?: number }) =>
      callAs(stage.origin, ana.account, tokensApi.create, { body: { scope: 'read', ...body } })
    await make({ name: 'Painel da TV', board_ids: [boardId], expires_in_days: 3 })
    await make({ name: 'Relatório de segunda' })
    await settings.open('Programas')
    await settings.panel.getByRole('button', { name: 'Novo token' }).click()
    await settings.dialog.getByLabel('Nome').fill('Assistente da Ana')
    await settings.dialog.getByRole('radio', { name: /^Escrita/ }).check()
    await settings.dialog.getByRole('checkbox').first().check()
    await settings.dialog.getByRole('button', { name: 'Criar token' }).click()
    await expect(settings.region('Copie agora. Este token não aparece de novo.')).toBeVisible()
    return ana
  },
  'settings-two-factor': scene(async ({ ana, settings }) => {
    await settings.open('Segurança')
    await settings.region('Verificação em duas etapas').getByRole('button', { name: 'Ativar' }).click()
    await settings.dialog.getByLabel('Senha atual', { exact: true }).fill(ana.account.password)
    await settings.dialog.getByRole('button', { name: 'Continuar' }).click()
    await expect(settings.dialog.getByRole('img', { name: 'Código QR' })).toBeVisible()
  }),
  'settings-two-factor-codes': scene(async ({ ana, settings }) => {
    await settings.open('Segurança')
    await settings.enableTwoFactor(ana.account.password, (secret) => totp(secret))
  }),
  'login-second-step': scene(async ({ ana, settings }) => {
    await settings.open('Segurança')
    await settings.enableTwoFactor(ana.account.password, (secret) => totp(secret))
    await ana.page.evaluate(() => localStorage.removeItem('authToken'))
    await ana.login.open()
    await ana.login.signIn(ana.account.email, ana.account.password)
    await expect(ana.page.getByRole('heading', { name: 'Confirme que é você' })).toBeVisible()
  }),
  'settings-system': async ({ team, look }) => {
    const admin = await administrator(team, look)
    await admin.page.goto('/settings?aba=sistema')
    await expect(admin.page.getByRole('region', { name: 'Situação' })).toContainText('SQLite')
    return admin
  },
  'settings-system-backups': async ({ team, look }) => {
    const admin = await administrator(team, look)
    await admin.page.goto('/settings?aba=sistema')
    const said = admin.page.getByText('Os arquivos dos cartões ficam ao lado das cópias')
    await said.waitFor()
    await said.evaluate((line) => line.scrollIntoView({ block: 'center' }))
    return admin
  },
  'settings-system-kept': async ({ team, look }) => {
    const admin = await administrator(team, look)
    await admin.page.goto('/settings?aba=sistema')
    const kept = admin.page.getByRole('region', { name: 'O que fica guardado' })
    await kept.getByRole('combobox').first().scrollIntoViewIfNeeded()
    await kept.evaluate((region) => region.scrollIntoView({ block: 'start' }))
    return admin
  },
  'password-reset': async ({ team, look }) => {
    const ana = await team.person('Ana', look)
    await ana.page.goto('/redefinir-senha#um-token')
    await expect(ana.page.getByRole('heading', { level: 1 })).toBeVisible()
    return ana
  },
}
