import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { commentsApi } from '@rodada/contract/cards/comments'
import { callAs } from '../../scripts/lib/api-client.ts'
import { stageBoard } from '../harness/board-stage.ts'
import { expect, test } from '../harness/fixtures.ts'

/** What a press of Enter on a button of the dialog saved. */
async function saved(page: Page, format: 'JSON' | 'CSV'): Promise<{ name: string; text: string }> {
  const downloading = page.waitForEvent('download')
  const button = page.getByRole('dialog', { name: 'Exportar quadro' }).getByRole('button', { name: `Baixar ${format}` })
  await button.focus()
  await page.keyboard.press('Enter')
  const download = await downloading
  await expect(button).toBeEnabled()
  return { name: download.suggestedFilename(), text: (await readFile(await download.path())).toString() }
}

test('who sees a board takes it along as JSON and CSV, also who only reads it, until they are taken off it', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const caio = await team.member('Caio', { device: 'phone' })
  const staged = { title: 'Loja & Pix', cards: { 'A Fazer': ['=Pix', 'Boleto'] }, guests: [caio.account] }
  const { boardId, listIds } = await stageBoard(server.origin, ana.account, staged)
  const lists = await callAs(server.origin, ana.account, boardsApi.lists, { params: { boardId } })
  const cardId = lists[0]?.cards?.[0]?.id ?? 0
  await callAs(server.origin, ana.account, commentsApi.add, { params: { cardId }, body: { content: 'Vi na ata.' } })
  await callAs(server.origin, ana.account, cardsApi.archive, { params: { cardId: lists[0]?.cards?.[1]?.id ?? 0 } })

  await test.step('by keyboard alone', async () => {
    await ana.signIn()
    await ana.board.open(boardId)
    await ana.board.menuButton.focus()
    await ana.page.keyboard.press('Enter')
    // Letters are heard once the focus is within.
    await expect(ana.page.locator('[role="menu"]:focus-within')).toHaveCount(1)
    await ana.page.keyboard.type('Exp')
    await expect(ana.page.getByRole('menuitem', { name: 'Exportar' })).toBeFocused()
    await ana.page.keyboard.press('Enter')
    await expect(ana.page.getByRole('button', { name: 'Baixar JSON' })).toBeFocused()
    const { name, text } = await saved(ana.page, 'JSON')
    expect(name).toMatch(/^rodada-loja-pix-\d{4}-\d\d-\d\d\.json$/)
    const board = JSON.parse(text)
    expect(board).toMatchObject({ format: 'rodada-board', version: 1, board: { id: boardId, title: 'Loja & Pix' } })
    expect(board.lists.map(({ id }: { id: number }) => id)).toEqual(Object.values(listIds))
    expect(board.cards).toMatchObject([
      { id: cardId, title: '=Pix', archived_at: null, comments: [{ content: 'Vi na ata.' }] },
      { title: 'Boleto', archived_at: expect.any(String) },
    ])
    await ana.page.keyboard.press('Escape')
    await expect(ana.board.menuButton).toBeFocused()
  })

  await test.step('who only reads the board, on a phone', async () => {
    await caio.signIn()
    await caio.board.open(boardId)
    await caio.board.openMenu('Exportar')
    const { name, text } = await saved(caio.page, 'CSV')
    expect(name).toMatch(/\.csv$/)
    expect(text).toMatch(/^\uFEFF"chave","título","lista"/)
    const [, ...rows] = text.trim().split('\r\n')
    expect(rows).toHaveLength(2)
    expect(rows[0], 'no spreadsheet runs it').toContain(`"'=Pix"`)
  })

  await test.step('and no longer once they are off it', async () => {
    const params = { boardId, userId: caio.account.user.id }
    await callAs(server.origin, ana.account, boardsApi.removeMember, { params })
    await expect(caio.page.getByRole('heading', { name: 'Você não tem mais acesso a este quadro' })).toBeVisible()
  })
})
