import { boardsApi } from '@rodada/contract/boards/board-calls'
import { listCardsApi } from '@rodada/contract/cards/card-calls'
import { sprintTasksApi } from '@rodada/contract/sprints/tasks'
import { callAs } from '../../scripts/lib/api-client.ts'
import { stageBoard } from '../harness/board-stage.ts'
import { expect, test } from '../harness/fixtures.ts'
import { stageSprint } from '../harness/sprint-stage.ts'

test('more sprints and boards than one page are listed on demand, and found by name', async ({ team, server }) => {
  const ana = await team.member('Ana')
  await stageBoard(server.origin, ana.account, { title: 'O mais antigo', cards: { 'A Fazer': ['Pix parcelado'] } })
  for (let index = 1; index <= 51; index++)
    await callAs(server.origin, ana.account, boardsApi.create, { body: { title: `Quadro ${index}` } })
  const { roomId } = await team.openRoom()
  await ana.signIn()
  await ana.page.goto(`/votacao/${roomId}`)
  await ana.room.seated()
  await ana.room.openTasks()
  const source = ana.room.tasks.getByLabel('De onde')
  await expect(source.getByRole('option', { name: 'Quadro 51' })).toBeAttached()
  await expect(source.getByRole('option', { name: 'O mais antigo' })).toHaveCount(0)
  await ana.room.tasks.getByRole('button', { name: 'Listar mais sprints e quadros' }).click()
  await expect(source.getByRole('option', { name: 'O mais antigo' })).toBeAttached()
  await expect(ana.room.tasks.getByRole('button', { name: 'Listar mais sprints e quadros' })).toBeHidden()

  const search = ana.room.tasks.getByRole('textbox', { name: 'Buscar sprint ou quadro' })
  await search.fill('ANTIGO')
  await expect(source).toHaveText('O mais antigo')
  await ana.room.bring('O mais antigo', 'Pix parcelado')
  await expect(ana.room.tasks).toContainText('Pix parcelado')
  await search.fill('não há')
  await expect(ana.room.tasks).toContainText('Nenhuma sprint nem quadro com esse nome.')
})

test('every card of a board is reached, by pages and by its name, and new ones come by themselves', async ({ team, server }) => {
  const ana = await team.member('Ana')
  // The first made is the last listed: what changed last comes first.
  const titles = ['A mais antiga', ...Array.from({ length: 101 }, (_, index) => `Cartão ${index + 1}`)]
  const { boardId, listIds } = await stageBoard(server.origin, ana.account, { title: 'Quadro cheio', cards: { 'A Fazer': titles } })
  const { roomId } = await team.openRoom()
  await ana.signIn()
  await ana.page.goto(`/votacao/${roomId}`)
  await ana.room.seated()
  await ana.room.openTasks()
  const { tasks } = ana.room
  const offers = tasks.getByRole('list').getByRole('checkbox')
  await expect(offers).toHaveCount(50)
  const more = tasks.getByRole('button', { name: 'Mostrar mais' })
  for (const shown of [100, titles.length]) {
    await more.click()
    await expect(offers).toHaveCount(shown)
  }
  await expect(more).toBeHidden()
  await expect(tasks.getByRole('checkbox', { name: 'A mais antiga' })).toBeVisible()

  const all = tasks.getByRole('checkbox', { name: `Marcar as ${titles.length}` })
  await all.check()
  await expect(tasks.getByRole('button', { name: 'Trazer 100 tarefas' }), 'as many as a room takes').toBeEnabled()
  await all.uncheck()

  const search = tasks.getByRole('textbox', { name: 'Buscar tarefa' })
  await search.fill('ANTIGA')
  await expect(offers).toHaveCount(1)
  const params = { boardId, listId: listIds['A Fazer'] ?? 0 }
  await callAs(server.origin, ana.account, listCardsApi.create, { params, body: { title: 'Outra antiga' } })
  await expect(offers, 'what somebody writes meanwhile is offered too').toHaveCount(2)
})

test('the tasks of a sprint are chosen in the room, live, and queued in the order in which they were marked', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const zeca = await team.person('Zeca')
  const { sprintId, boardId } = await stageSprint(server.origin, ana.account, {
    tasks: [{ title: 'Antifraude' }, { title: 'Boleto', points: 3 }, { title: 'Cupom', column: 'Concluído' }, { title: 'Débito' }],
  })
  await stageSprint(server.origin, ana.account, { nome: 'Sprint 13', from: 8, to: 14, boardId })
  const { roomId } = await team.openRoom()
  await ana.signIn()
  await ana.page.goto(`/votacao/${roomId}`)
  await ana.room.seated()
  await zeca.joinAsGuest(roomId)
  await ana.room.openTasks()
  const { tasks } = ana.room
  const planned = tasks.getByLabel('De onde').getByRole('option', { name: 'Sprint 13' })
  await expect(planned).toHaveText('Sprint 13 · Checkout · planejada, começa em 8 dias')
  await tasks.getByLabel('De onde').selectOption({ label: 'Sprint 12 · Checkout' })
  const offered = (title: string) => tasks.getByRole('checkbox', { name: title })
  await expect(offered('Antifraude')).toBeVisible()
  for (const title of ['Boleto', 'Cupom']) await expect(offered(title), 'estimated, or done').toHaveCount(0)
  await tasks.getByRole('checkbox', { name: 'Só sem estimativa' }).uncheck()
  await expect(offered('Boleto')).toBeVisible()
  await expect(offered('Cupom')).toHaveCount(0)
  await callAs(server.origin, ana.account, sprintTasksApi.create, { body: { sprint_id: sprintId, titulo: 'Escrita agora' } })
  await expect(offered('Escrita agora')).toBeVisible()
  await ana.room.bring('Sprint 12 · Checkout', 'Débito', 'Escrita agora', 'Antifraude')
  await ana.page.keyboard.press('Escape')
  await expect(ana.room.task).toContainText('Sprint 12')
  // A person who may not see the cards sees their titles.
  await expect(zeca.room.task).toContainText('Débito')
  await expect(zeca.room.task).not.toContainText('Sprint 12')
  await zeca.room.openTasks()
  await expect(zeca.room.tasks.getByRole('listitem')).toHaveText([/Débito/, /Escrita agora/, /Antifraude/])
})
