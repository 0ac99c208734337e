import { boardsApi } from '@rodada/contract/boards/board-calls'
import { commentsApi } from '@rodada/contract/cards/comments'
import { callAs } from '../../scripts/lib/api-client.ts'
import { expectAccessible, expectFits } from '../harness/axe.ts'
import { expect, test } from '../harness/fixtures.ts'
import { addMember, makeBoard } from '../harness/work.ts'
import { PalettePage } from '../pages/palette.ts'

test('commands act on the card that has the focus or is open, and create others, by keys alone', async ({ team, server }) => {
  const [ana, bia] = [await team.member('Ana'), await team.member('Bia')]
  const { boardId, cardIds } = await makeBoard(server.origin, ana.account, { title: 'Checkout' }, [{ title: 'Pix parcelado' }])
  await addMember(server.origin, ana.account, boardId, bia.account)
  await ana.signIn()
  await ana.page.goto(`/board/${boardId}`)
  const palette = new PalettePage(ana.page)
  const toast = (text: string) => ana.page.getByText(text, { exact: true }).first()
  const chosen = async (letters: string, title: string) => {
    await ana.page.keyboard.type(letters)
    await expect.poll(() => palette.active()).toContain(title)
    await ana.page.keyboard.press('Enter')
  }

  await ana.page.getByRole('link', { name: /Pix parcelado/ }).focus()
  await palette.open()
  const onCard = palette.dialog.getByRole('group', { name: 'Com CHE-1' }).getByRole('option')
  await expect(onCard).toHaveText(['Atribuir a…', 'Mover para…', 'Abrir sala com este cartão', 'Copiar o link', 'Deixar sem responsável'])
  await expectAccessible(ana.page, 'palette with commands')
  await chosen('mov', 'Mover para…')
  await expect(palette.field).toHaveAccessibleName('Mover CHE-1 para qual lista?')
  await expect(palette.options).toHaveText(['Em Andamento', 'Concluído'])
  await chosen('and', 'Em Andamento')
  await expect(toast('CHE-1 foi para Em Andamento.')).toBeVisible()
  await expect(ana.page.getByRole('region', { name: /Em Andamento/ }).getByText('Pix parcelado')).toBeVisible()

  await ana.page.goto(`/board/${boardId}?card=${cardIds[0]}`)
  await expect(ana.page.getByRole('dialog')).toBeVisible()
  await palette.open()
  await chosen('atri', 'Atribuir a…')
  await expect(palette.options).toHaveText(['Bia'])
  await ana.page.keyboard.press('Backspace')
  await expect(palette.field, 'back to all').toHaveAccessibleName('Buscar e fazer')
  await chosen('atri', 'Atribuir a…')
  await chosen('bi', 'Bia')
  await expect(toast('CHE-1 agora é de Bia.')).toBeVisible()

  await ana.page.goto('/my-tasks')
  await palette.open()
  await chosen('cri', 'Criar cartão…')
  await expect(palette.dialog.getByText('Escreva o título e escolha onde criar.')).toBeVisible()
  await chosen('Nota fiscal', 'Criar em Checkout')
  await expect(ana.page).toHaveURL(new RegExp(`/board/${boardId}\\?card=\\d+$`))
  await expect(ana.page.getByRole('dialog')).toContainText('CHE-2')
})

test('pages, people, operators and what is said on cards are found; what one may not do is not offered', async ({ team, server }) => {
  // A name of its own, because boards that other journeys made public are found, too.
  const [ana, bia] = [await team.member('Iracema'), await team.member('Bia')]
  const { boardId, cardIds } = await makeBoard(server.origin, ana.account, { title: 'Pagamentos' }, [{ title: 'Boleto' }, { title: 'Pix' }])
  await callAs(server.origin, ana.account, boardsApi.addMember, { params: { boardId }, body: { email: bia.account.email, role: 'guest' } })
  await callAs(server.origin, ana.account, commentsApi.add, {
    params: { cardId: cardIds[0] ?? 0 },
    body: { content: 'a conciliação falhou <b>ontem</b>' },
  })
  await bia.signIn()
  await bia.page.goto(`/board/${boardId}`)
  const palette = new PalettePage(bia.page)
  await bia.page.getByRole('link', { name: /Boleto/ }).focus()
  await palette.open()
  await expect(palette.dialog.getByRole('group', { name: 'Com PAG-1' }).getByRole('option')).toHaveText([
    'Abrir sala com este cartão',
    'Copiar o link',
  ])
  await expect(palette.dialog.getByText('Criar cartão…')).toHaveCount(0)
  await expect(palette.dialog.getByText('Membros')).toHaveCount(0)

  await bia.page.keyboard.type('conciliacao')
  const said = palette.dialog.getByRole('group', { name: 'Cartões' }).getByRole('option')
  await expect(said).toContainText('Em um comentário: a conciliação falhou <b>ontem</b>')
  await expect(said.locator('mark')).toHaveText('conciliação')

  await palette.field.fill('de:')
  await expect(palette.options.filter({ hasText: 'de:' }).first()).toBeVisible()
  await bia.page.keyboard.type('irac')
  await expect.poll(() => palette.active()).toBe('de:Iracema')
  await bia.page.keyboard.press('Enter')
  await expect(palette.field).toHaveValue('de:Iracema ')
  await expect(palette.dialog.getByRole('group', { name: 'Cartões' }).getByRole('option')).toHaveCount(2)
  await bia.page.keyboard.type('prazo<qualquer')
  await expect(palette.dialog.getByText('Não entendi a data. Use 31/12/2026, hoje, amanhã ou +7.').first()).toBeVisible()
  await expectAccessible(bia.page, 'palette with a refusal')

  await palette.field.fill('apar')
  await expect.poll(() => palette.active()).toBe('Configurações: Aparência')
  await bia.page.keyboard.press('Enter')
  await expect(bia.page).toHaveURL('/settings?aba=aparencia')

  await palette.open()
  await bia.page.keyboard.type('pix')
  await expect.poll(() => palette.active()).toContain('Pix')
  await bia.page.keyboard.press('Enter')
  await expect(bia.page).toHaveURL(new RegExp(`card=${cardIds[1]}$`))
  await bia.page.goto('/my-tasks')
  await palette.open()
  await expect(palette.dialog.getByRole('group', { name: 'Cartões recentes' }).getByRole('option')).toContainText('PAG-2')
  await callAs(server.origin, ana.account, boardsApi.removeMember, { params: { boardId, userId: bia.account.user.id } })
  await bia.page.reload()
  await palette.open()
  await expect(palette.dialog.getByRole('group', { name: 'Comandos' })).toBeVisible()
  await expect(palette.dialog.getByText('PAG-2'), 'no longer seen').toHaveCount(0)
})

test('on a phone the palette fits, with commands and filters', async ({ team, server }) => {
  const ana = await team.member('Ana', { device: 'phone' })
  const { boardId, cardIds } = await makeBoard(server.origin, ana.account, { title: 'Checkout' }, [{ title: 'Pix parcelado' }])
  await ana.signIn()
  await ana.page.goto(`/board/${boardId}?card=${cardIds[0]}`)
  await expect(ana.page.getByRole('dialog')).toBeVisible()
  const palette = new PalettePage(ana.page)
  await ana.page.keyboard.press('Control+k')
  await expect(palette.dialog.getByRole('group', { name: 'Com CHE-1' })).toBeVisible()
  await expectFits(ana.page, 'palette')
  await expectAccessible(ana.page, 'palette on a phone')
})
