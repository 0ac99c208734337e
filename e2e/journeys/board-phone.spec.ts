import type { CDPSession, Locator } from '@playwright/test'
import { expectFits } from '../harness/axe.ts'
import { alone } from '../harness/board-people.ts'
import { cardsOf } from '../harness/board-stage.ts'
import { browserFlags } from '../harness/browser.ts'
import { adminEmail, expect, test } from '../harness/fixtures.ts'
import { notHandedOn } from '../harness/tabs.ts'
import type { Member } from '../harness/team.ts'

// What the Chromium of a phone does by itself: a long press begins a drag. Without a window none does.
const executablePath = process.env.CHROMIUM_WHOLE_PATH ?? process.env.CHROMIUM_PATH
test.use({ launchOptions: { executablePath, args: [...browserFlags, '--enable-touch-drag-drop'] } })

type Point = { x: number; y: number }
type Dragged = Parameters<CDPSession['send']> extends [unknown, infer Data] ? Data : never

async function spotOn(of: Locator): Promise<Point> {
  const box = await of.boundingBox()
  if (!box) throw new Error('not on the screen')
  return { x: Math.round(box.x + Math.min(60, box.width / 2)), y: Math.round(box.y + box.height * 0.7) }
}

/** Holds a finger on something until the browser begins a drag, and lifts it over something else. */
async function dragByFinger({ page, context }: Member, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await spotOn(from), await spotOn(to)]
  const devtools = await notHandedOn(context).newCDPSession(page)
  await devtools.send('Input.setInterceptDrags', { enabled: true })
  await devtools.send('Emulation.setEmitTouchEventsForMouse', { enabled: true, configuration: 'mobile' })
  const begun = new Promise<{ data: Dragged }>((resolve) =>
    devtools.once('Input.dragIntercepted', (event) => resolve(event as unknown as { data: Dragged })),
  )
  await devtools.send('Input.emulateTouchFromMouseEvent', { type: 'mousePressed', ...start, button: 'left', clickCount: 1 })
  const { data } = await begun
  for (const [type, at] of [
    ['dragEnter', start],
    ['dragOver', { x: start.x + 4, y: start.y + 12 }],
    ['dragOver', end],
    ['dragOver', { x: end.x + 1, y: end.y + 1 }],
    ['drop', { x: end.x + 1, y: end.y + 1 }],
  ] as const) {
    await devtools.send('Input.dispatchDragEvent', { type, ...at, data } as never)
    // A drag answers in the next frame, and draws in the one after.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  }
}

test('a card is dragged by finger, after a long press', async ({ team, server }) => {
  const { ana, boardId } = await alone(team, server.origin, undefined, { device: 'phone' })
  await dragByFinger(ana, ana.board.card('A'), ana.board.card('C'))
  await expect(ana.board.toast).toContainText('Cartão movido para A Fazer')
  await ana.board.expectCards('A Fazer', ['B', 'C', 'A'])
  await expect.poll(() => cardsOf(server.origin, ana.account, boardId, 'A Fazer')).toEqual(['B', 'C', 'A'])
})

test('on a phone the person’s menu, the search and every page are at hand on a board too', async ({ team, server }) => {
  const { ana } = await alone(team, server.origin, undefined, { device: 'phone' })
  const menu = ana.page.getByRole('button', { name: 'Menu de Ana' })
  await menu.click()
  await ana.page.getByRole('menuitem', { name: 'Buscar', exact: true }).click()
  await expect(ana.page.getByRole('dialog', { name: 'Buscar e fazer' })).toBeVisible()
  await ana.page.keyboard.press('Escape')
  await menu.click()
  const tasks = ana.page.getByRole('menuitem', { name: 'Minhas Tarefas' })
  await expect(tasks).toBeVisible()
  await expect(ana.page.getByRole('menuitem', { name: 'Gerenciamento de Membros' })).toHaveCount(0)
  await tasks.click()
  await expect(ana.page).toHaveURL('/my-tasks')
  await expectFits(ana.page)

  const admin = await team.person('Administração', { device: 'phone' })
  await admin.page.goto('/login')
  await admin.login.signIn(adminEmail, 'umasenha123')
  await expect(admin.page).toHaveURL(/admin-dashboard/)
  await admin.page.getByRole('button', { name: 'Menu de Administração' }).click()
  await expect(admin.page.getByRole('menuitem', { name: 'Gerenciamento de Membros' })).toBeVisible()
})
