import { expectFits } from '../harness/axe.ts'
import { expect, test } from '../harness/fixtures.ts'
import { notHandedOn } from '../harness/tabs.ts'
import { makeBoard } from '../harness/work.ts'

// The text size belongs to the browser, which must not be handed on.
test.use({ firstVisits: true })

test('with the browser’s text at half as large again, nothing is wider than a phone', async ({ team, server }) => {
  const ana = await team.member('Ana Luísa', { device: 'phone' })
  const { boardId } = await makeBoard(server.origin, ana.account, { title: 'Checkout e pagamentos' }, [{ title: 'Pix parcelado' }])
  await ana.signIn()
  const browser = await notHandedOn(ana.context).newCDPSession(ana.page)
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 24 } })
  const tabs = ['perfil', 'notificacoes', 'aparencia', 'seguranca', 'integracoes'].map((tab) => `/settings?aba=${tab}`)
  for (const path of [...tabs, '/dashboard', '/my-tasks', '/sprints', '/trello', `/board/${boardId}`]) {
    await ana.page.goto(path)
    await expect(ana.page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(ana.page.getByText('Carregando…')).toHaveCount(0)
    await expect(ana.page.locator('html')).toHaveCSS('font-size', '24px')
    await expectFits(ana.page, path)
    await expect(ana.page.getByRole('button', { name: 'Menu de Ana Luísa' }), path).toBeInViewport({ ratio: 1 })
  }
  await ana.landing.open()
  const last = ana.page.getByRole('heading', { name: 'Seu lugar fica guardado' })
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport({ ratio: 1 })
})
