import { expect } from '@playwright/test'
import { fillBoards, standing } from '../../scripts/demo/boards.ts'
import { createAccount } from '../../scripts/lib/accounts.ts'
import { letStand } from '../../scripts/lib/past-the-server.ts'
import { stageBoard } from '../harness/board-stage.ts'
import type { Member } from '../harness/team.ts'
import type { Stage } from './stage.ts'

/** Ana Luísa in front of the demonstration's board, which she administers. */
export async function atBoard({ team, origin, server, look }: Stage): Promise<Member> {
  const ana = await team.member('Ana Luísa', look)
  const mates = await Promise.all(['Bia', 'Caio', 'Elisa'].map((name) => createAccount(origin, { name })))
  const boardId = await fillBoards(origin, [ana.account, ...mates])
  letStand(server, boardId, standing)
  await ana.signIn()
  await ana.board.open(boardId)
  await expect(ana.page.getByRole('main').getByRole('listitem').first()).toBeVisible()
  return ana
}

const coupon = 'Cupom vencido deve explicar por que não vale mais'

const inDialog =
  (open: (ana: Member) => Promise<unknown>) =>
  async (ana: Member): Promise<void> => {
    await open(ana)
    await expect(ana.page.getByRole('dialog').first()).toBeVisible()
  }

const chooseTemplate = async ({ page }: Member) => {
  await page.getByRole('button', { name: 'Adicionar cartão em A Fazer' }).click()
  await page.getByRole('button', { name: 'De um modelo…' }).click()
}
const openTemplates = async (ana: Member) => {
  await chooseTemplate(ana)
  await ana.page.getByRole('button', { name: 'Gerenciar modelos' }).click()
}

/** What the demonstration's board can look like, each reached from the open board. */
export const boardStates: Record<string, (ana: Member) => Promise<void>> = {
  board: async () => {},
  'board-writing': async (ana) => {
    await ana.page.getByRole('button', { name: 'Adicionar cartão em A Fazer' }).click()
    await ana.page.keyboard.type('Avisar quando o Pix cair')
  },
  'board-writing-more': async (ana) => {
    await ana.page.getByRole('button', { name: 'Adicionar cartão em A Fazer' }).click()
    await ana.page.keyboard.type('Avisar quando o Pix cair')
    await ana.page.getByRole('button', { name: 'Mais opções' }).click()
    await ana.page.getByRole('textbox', { name: 'Descrição' }).fill('Também para quem fechou a página.')
  },
  'board-quick-edit': inDialog(async (ana) => {
    await ana.board.card(coupon).focus()
    await ana.page.keyboard.press('e')
  }),
  'board-move': inDialog(async (ana) => {
    await ana.board.card(coupon).focus()
    await ana.page.keyboard.press('e')
    await ana.page.getByRole('button', { name: 'Mover…' }).click()
    await expect(ana.board.dialog('Mover cartão')).toBeVisible()
  }),
  'board-filter': async (ana) => {
    await ana.page.keyboard.press('f')
    await ana.page.getByRole('checkbox', { name: 'Front-end' }).check()
  },
  'board-filtered': async (ana) => {
    await ana.board.face('Bia').click()
    await ana.board.face('Caio').click({ modifiers: ['Shift'] })
    await ana.page.keyboard.press('f')
    for (const name of ['Vence em 7 dias', 'Atrasado', 'média', 'alta']) await ana.page.getByLabel(name, { exact: true }).check()
    await ana.page.keyboard.press('Escape')
    await expect(ana.page.getByRole('button', { name: 'Limpar', exact: true })).toBeVisible()
  },
  'board-saved-filters': async (ana) => {
    await ana.board.face('Caio').click()
    await ana.page.getByRole('button', { name: 'Filtros salvos' }).click()
    const saved = ana.page.getByRole('dialog', { name: 'Filtros salvos' })
    await expect(saved.getByRole('listitem')).toHaveCount(3)
    await saved.getByRole('button', { name: 'Salvar este filtro…' }).click()
    await ana.page.keyboard.type('Do Caio')
  },
  'board-list-menu': async (ana) => {
    await ana.page.getByRole('button', { name: 'Ações da lista A Fazer' }).click()
    await expect(ana.page.getByRole('menu')).toBeVisible()
  },
  'board-list-delete': inDialog(async (ana) => {
    await ana.board.openListMenu('A Fazer', 'Excluir lista')
    await ana.page.getByLabel('Os cartões dela').selectOption('Levar para Concluído')
  }),
  'board-limit': async (ana) => {
    await ana.board.openListMenu('A Fazer', 'Limite de cartões…')
    const limit = ana.board.dialog('Limite de A Fazer')
    await limit.getByRole('textbox').fill('2')
    await limit.getByRole('button', { name: 'Salvar' }).click()
    await expect(limit).toBeHidden()
    await expect(ana.board.list('A Fazer')).toContainText('4/2')
    await ana.board.openListMenu('A Fazer', 'Limite de cartões…')
    await expect(limit).toBeVisible()
  },
  'board-fields': inDialog(async (ana) => {
    await ana.board.openMenu('Campos')
    await expect(ana.board.dialog('Campos do quadro')).toBeVisible()
  }),
  'board-field-form': inDialog(async (ana) => {
    await ana.board.openMenu('Campos')
    await ana.page.getByRole('button', { name: 'Editar campo Meio' }).click()
    await expect(ana.page.getByLabel('Nome do campo')).toBeFocused()
  }),
  'board-templates': inDialog(async (ana) => {
    await openTemplates(ana)
    await expect(ana.board.dialog('Modelos de cartões').getByRole('listitem')).toHaveCount(2)
  }),
  'board-template-form': inDialog(async (ana) => {
    await openTemplates(ana)
    await ana.page.getByRole('button', { name: 'Editar modelo Incidente em produção' }).click()
    await expect(ana.page.getByLabel('Nome do modelo')).toBeVisible()
  }),
  'board-from-template': inDialog(async (ana) => {
    await chooseTemplate(ana)
    await expect(ana.page.getByRole('radio', { name: /^Incidente/ })).toBeFocused()
  }),
  'board-sort': inDialog(async (ana) => ana.board.openListMenu('A Fazer', 'Ordenar por…')),
  'board-field-filter': async (ana) => {
    await ana.page.keyboard.press('f')
    await ana.page.getByRole('checkbox', { name: 'Pix', exact: true }).check()
  },
  'board-field-conditions': async (ana) => {
    await ana.page.keyboard.press('f')
    const group = (name: string) => ana.page.getByRole('group', { name, exact: true })
    await group('Impacto').getByRole('checkbox', { name: 'Entre…' }).check()
    await group('Impacto').getByLabel('De', { exact: true }).fill('9800,5')
    await group('Impacto').getByLabel('Até').fill('50000')
    await ana.page.getByText(/^Mais \d campos/).click()
    await group('Publicação').getByRole('checkbox', { name: 'Período…' }).check()
    await group('Publicação').getByRole('textbox', { name: 'Até' }).fill('31/12/2030')
    await group('Publicação').getByRole('textbox', { name: 'Até' }).press('Enter')
    await group('Publicação').scrollIntoViewIfNeeded()
    await expect(ana.page).toHaveURL(/2030/)
  },
  'board-card-fields': async (ana) => {
    await ana.board.card('Pix parcelado: mostrar simulação antes de confirmar').click()
    await ana.page.getByRole('group', { name: 'Testes' }).scrollIntoViewIfNeeded()
  },
  'board-card-idle': async (ana) => {
    await ana.page.keyboard.press('Escape')
    await ana.board.card('Antifraude: enviar dados do dispositivo').click()
    await expect(ana.page.getByRole('dialog').getByText('Parado há 9 dias')).toBeVisible()
  },
  'board-chosen': async (ana) => {
    await ana.page.keyboard.press('Escape')
    await ana.board.card(coupon).focus()
    await ana.page.keyboard.press('x')
    await ana.page.keyboard.press('Shift+ArrowDown')
    await expect(ana.page.getByRole('region', { name: 'Ações para os escolhidos' })).toContainText('2 escolhidos')
  },
  'board-chosen-person': async (ana) => {
    await ana.board.card(coupon).focus()
    await ana.page.keyboard.press('Control+a')
    await expect(ana.page.getByRole('region', { name: 'Ações para os escolhidos' })).toContainText('escolhidos')
    await ana.page.keyboard.press('p')
    await expect(ana.page.getByRole('menuitem', { name: 'Ninguém' })).toBeVisible()
  },
  'board-view': async (ana) => {
    await ana.page.keyboard.press('Escape')
    const { view } = ana.board
    if (await view.isVisible()) await view.click()
    else await ana.board.menuButton.click()
    await expect(ana.page.getByRole('menuitemradio', { name: 'Em uma linha' })).toBeVisible()
  },
  'board-dense': async (ana) => {
    await ana.board.look('Em uma linha')
    await ana.board.openListMenu('Em revisão', 'Recolher lista')
    await expect(ana.page.getByRole('button', { name: 'Abrir a lista Em revisão, 2 cartões' })).toBeFocused()
  },
  'board-lanes': async (ana) => {
    await ana.board.look('Por pessoa')
    await expect(ana.page.getByRole('region', { name: 'Sem responsável' })).toBeAttached()
  },
  'board-whole': async (ana) => {
    await ana.board.look('Sem raias')
    await ana.board.look('Completos')
    await ana.page.getByRole('button', { name: 'Abrir a lista Em revisão, 2 cartões' }).click()
  },
  'board-menu': async (ana) => {
    await ana.board.menuButton.click()
    await expect(ana.page.getByRole('menu')).toBeVisible()
  },
  'board-members': inDialog(async (ana) => {
    await ana.board.openMenu('Membros')
    const dialog = ana.board.dialog('Membros do quadro')
    await dialog.getByLabel('Convidar por e-mail').fill('dora@aroeira.com.br')
    await dialog.getByRole('button', { name: 'Convidar', exact: true }).click()
    await expect(dialog.getByRole('textbox', { name: /^Link de / })).toBeVisible()
  }),
  'board-settings': inDialog((ana) => ana.board.openMenu('Editar quadro')),
  'board-labels': inDialog((ana) => ana.board.openMenu('Etiquetas')),
  'board-copy': inDialog((ana) => ana.board.openMenu('Copiar quadro')),
  'board-export': inDialog((ana) => ana.board.openMenu('Exportar')),
  'board-activity': inDialog(async (ana) => {
    await ana.board.openMenu('Atividade')
    await expect(ana.page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
  }),
  'board-shortcuts': inDialog((ana) => ana.board.openMenu('Atalhos de teclado')),
  'board-moved': async (ana) => {
    await ana.board.card(coupon).focus()
    await ana.page.keyboard.press('Control+ArrowRight')
    await expect(ana.page.getByText(/^Cartão movido/)).toBeVisible()
  },
  'board-archive': inDialog(async (ana) => {
    await ana.board.card(coupon).focus()
    await ana.page.keyboard.press('c')
    await expect(ana.page.getByText(/^Cartão arquivado/)).toBeVisible()
    await ana.board.openMenu('Arquivados')
    await expect(ana.page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
  }),
  'board-offline': async (ana) => {
    await ana.goOffline()
    await expect(ana.board.offlineNote).toBeVisible()
  },
}

/** The board in its states, by the name of the picture. */
export const boardScenes: Record<string, (stage: Stage) => Promise<Member>> = {
  ...Object.fromEntries(
    Object.entries(boardStates).map(([name, reach]) => [
      name,
      async (stage: Stage) => {
        const ana = await atBoard(stage)
        await reach(ana)
        return ana
      },
    ]),
  ),
  'board-new': async ({ team, origin, look }) => {
    const ana = await team.member('Ana Luísa', look)
    const { boardId } = await stageBoard(origin, ana.account, { title: 'Aplicativo' })
    await ana.signIn()
    await ana.board.open(boardId)
    return ana
  },
  'board-guest': async ({ team, origin, look }) => {
    const ana = await team.member('Ana Luísa', look)
    const owner = await createAccount(origin, { name: 'Caio' })
    const { boardId } = await stageBoard(origin, owner, {
      cards: { 'A Fazer': ['Pix parcelado: mostrar simulação', 'Cupom vencido'], Concluído: ['Calcular frete pelo CEP'] },
      guests: [ana.account],
    })
    await ana.signIn()
    await ana.board.open(boardId)
    return ana
  },
  'board-dragging': async (stage) => {
    const ana = await atBoard(stage)
    if (stage.look.device === 'phone') return ana
    const from = await ana.board.card(coupon).boundingBox()
    const to = await ana.board.card('Tela de confirmação com comprovante para baixar').boundingBox()
    if (!from || !to) throw new Error('nothing to drag')
    const { mouse } = ana.page
    await mouse.move(from.x + 60, from.y + 30)
    await mouse.down()
    await mouse.move(from.x + 70, from.y + 34, { steps: 3 })
    await mouse.move(to.x + 80, to.y + 20, { steps: 8 })
    await ana.board.drawn()
    await mouse.move(to.x + 81, to.y + 21, { steps: 2 })
    await ana.board.drawn()
    return ana
  },
  'board-missing': async ({ team, look }) => {
    const ana = await team.member('Ana Luísa', look)
    await ana.signIn()
    await ana.page.goto('/board/999999')
    await expect(ana.page.getByRole('heading', { name: 'Quadro não encontrado' })).toBeVisible()
    return ana
  },
}
