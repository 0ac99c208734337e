import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { auditApi } from '@rodada/contract/instance/audit'
import { maintenanceApi } from '@rodada/contract/instance/maintenance'
import { expectGoodOnBoth } from '../harness/axe.ts'
import { adminEmail, expect, test } from '../harness/fixtures.ts'
import type { Person, PersonOptions, Team } from '../harness/team.ts'
import { makeBoard } from '../harness/work.ts'

/** The administrator of the instance, at the tab. */
async function administrator(team: Team, options: PersonOptions = {}): Promise<Person> {
  const admin = await team.person('Administração', options)
  await admin.login.open()
  await admin.login.signIn(adminEmail, 'umasenha123')
  await expect(admin.page.getByRole('heading', { level: 1, name: 'Painel do administrador' })).toBeVisible()
  await admin.page.goto('/settings?aba=sistema')
  await expect(admin.page.getByRole('region', { name: 'Situação' })).toContainText('SQLite')
  return admin
}

test('a backup is made while somebody works, is taken along whole, and is deleted', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const { page } = await administrator(team)
  const backups = page.getByRole('region', { name: 'Cópias de segurança' })
  await expect(backups).toContainText('Ainda não há cópias')
  const work = makeBoard(server.origin, ana.account, { title: 'Enquanto copia' })
  await backups.getByRole('button', { name: 'Fazer cópia' }).click()
  await expect(page.getByText('Cópia de segurança pronta.')).toBeVisible()
  await work

  const list = backups.getByRole('list', { name: 'Cópias guardadas' }).getByRole('listitem')
  await expect(list).toHaveCount(1)
  const downloading = page.waitForEvent('download')
  await list.getByRole('button', { name: /^Baixar a cópia de/ }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^rodada-\d{8}-\d{6}-manual\.sqlite$/)
  const bytes = readFileSync(await download.path())
  expect(bytes.subarray(0, 15).toString()).toBe('SQLite format 3')
  await expect(list.getByText(/SHA-256/)).toHaveAttribute('title', createHash('sha256').update(bytes).digest('hex'))

  await page.reload()
  await expect(list).toHaveCount(1)
  await list.getByRole('button', { name: /^Excluir a cópia de/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir cópia' }).click()
  await expect(backups).toContainText('Ainda não há cópias')
  const nightly = backups.getByRole('switch', { name: 'Cópia toda noite' })
  await nightly.click()
  await expect(page.getByText('Cópias: escolha salva.')).toBeVisible()
  await page.reload()
  await expect(nightly).toBeChecked()
  // Or one is made while other tests work.
  await nightly.click()
  await expect(nightly).not.toBeChecked()
})

test('the database is put in order, caches are emptied, and the logs are read and taken along', async ({ team }) => {
  const { page } = await administrator(team)
  const upkeep = page.getByRole('region', { name: 'Manutenção' })
  await upkeep.getByRole('button', { name: 'Otimizar' }).click()
  const question = page.getByRole('dialog', { name: 'Otimizar o banco agora?' })
  await expect(question).toContainText('salvar espera')
  await question.getByRole('button', { name: 'Otimizar' }).click()
  await expect(upkeep).toContainText(/Otimizado em .* de [\d,.]+ [KM]B para/)
  await upkeep.getByRole('button', { name: 'Limpar cache' }).click()
  await expect(page.getByText('Cache limpo.')).toBeVisible()

  const logs = page.getByRole('region', { name: 'Registros' })
  const lines = logs.getByRole('list').getByRole('listitem')
  await expect(lines.first()).toBeVisible()
  await logs.getByRole('textbox', { name: 'Buscar nos registros' }).fill('optimize')
  await expect(lines.filter({ hasNotText: 'operation done' })).toHaveCount(0)
  await expect(lines.first()).toContainText('operation done')
  const downloading = page.waitForEvent('download')
  await logs.getByRole('button', { name: 'Exportar' }).click()
  const exported = readFileSync(await (await downloading).path(), 'utf8')
  expect(JSON.parse(exported.trim().split('\n')[0] ?? '')).toMatchObject({ message: 'operation done' })
  await logs.getByLabel('Nível').selectOption('fatal')
  await expect(logs).toContainText('Nada com esses filtros.')
})

test('the audit log says who did what, and is exported', async ({ team }) => {
  const { page } = await administrator(team)
  const audit = page.getByRole('region', { name: 'Auditoria' })
  await audit.getByLabel('O que houve').selectOption({ label: 'Entrada' })
  await audit.getByRole('textbox', { name: 'Pessoa, e-mail ou quadro' }).fill('administracao@')
  await expect(audit.getByRole('listitem').first()).toContainText('Administração')
  await expect(audit.getByRole('listitem').first()).toContainText(/127\.0\.0\.1 · .*Linux/)
  const downloading = page.waitForEvent('download')
  await audit.getByRole('button', { name: 'Exportar CSV' }).click()
  expect(readFileSync(await (await downloading).path(), 'utf8')).toContain('"session.opened","Administração"')
})

test('without administration there is no tab, and the server refuses', async ({ team, server }) => {
  const bia = await team.member('Bia')
  await bia.signIn()
  await bia.page.goto('/settings?aba=sistema')
  await expect(bia.page.getByRole('tab', { name: 'Perfil' })).toHaveAttribute('aria-selected', 'true')
  await expect(bia.page.getByRole('tab', { name: 'Sistema' })).toHaveCount(0)
  for (const { url } of [
    maintenanceApi.status,
    maintenanceApi.backups,
    maintenanceApi.logs,
    maintenanceApi.exportLogs,
    auditApi.list,
    auditApi.export,
  ]) {
    const response = await fetch(`${server.origin}/api${url}`, { headers: { authorization: `Bearer ${bia.account.token}` } })
    expect([url, response.status]).toEqual([url, 403])
  }
})

test('the tab is accessible', async ({ team }) => {
  const { page } = await administrator(team, { device: 'phone' })
  await expect(page.getByRole('region', { name: 'Auditoria' }).getByRole('listitem').first()).toBeVisible()
  await expectGoodOnBoth(page, 'sistema')
})

test('how long things are kept is chosen, and keeping less asks first', async ({ team }) => {
  const { page } = await administrator(team)
  const kept = page.getByRole('region', { name: 'O que fica guardado' })
  const rooms = kept.getByRole('combobox', { name: 'Salas encerradas' })
  await expect(rooms).toHaveValue('365')
  await rooms.selectOption('Para sempre')
  await expect(page.getByText('Prazo salvo.')).toBeVisible()
  await expect(rooms).toHaveValue('')
  await rooms.selectOption('180 dias')
  const question = page.getByRole('dialog', { name: 'Salas encerradas: guardar só 180 dias?' })
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await expect(rooms).toHaveValue('')
  await rooms.selectOption('1 ano')
  await question.page().getByRole('dialog').getByRole('button', { name: 'Guardar menos' }).click()
  await expect(rooms).toHaveValue('365')
  await page.reload()
  await expect(rooms).toHaveValue('365')
  const audit = page.getByRole('region', { name: 'Auditoria' })
  await expect(audit).toContainText('Prazo do que fica guardado mudado')
})
