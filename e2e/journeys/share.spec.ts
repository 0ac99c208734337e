import { expect, test } from '../harness/fixtures.ts'
import { notHandedOn } from '../harness/tabs.ts'

test('the invitation has four ways out, and its link leads to the login of the room', async ({ team, server }) => {
  const { roomId } = await team.openRoom()
  const ana = await team.person('Ana')
  await ana.joinAsGuest(roomId)
  await ana.room.openShare()
  for (const way of ['WhatsApp', 'Telegram', 'Gmail']) await expect(ana.room.share.getByRole('link', { name: way })).toBeVisible()
  await ana.room.share.getByRole('button', { name: /Copiar link/ }).click()
  const link = `${server.origin}/login?roomId=${roomId}`
  await expect.poll(() => ana.page.evaluate(() => navigator.clipboard.readText())).toBe(link)

  await expect(ana.room.share.getByRole('img', { name: 'Código QR do link da sala' })).toBeVisible()

  const bia = await team.person('Bia')
  await bia.page.goto(link)
  await bia.login.enterAsGuest('Bia')
  await bia.room.seated()
  await ana.page.keyboard.press('Escape')
  await expect(ana.room.table.getByText('Bia')).toBeVisible()
})

test('where the clipboard is refused a text area copies, and where that fails too the person is told', async ({ team }) => {
  const ana = await team.person('Ana')
  await notHandedOn(ana.context).addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('refused')) } })
    document.execCommand = (command) => {
      const field = document.activeElement
      if (command === 'copy' && field instanceof HTMLTextAreaElement) sessionStorage.setItem('copied', field.value)
      return !sessionStorage.getItem('refuse')
    }
  })
  const { roomId } = await team.openRoom()
  await ana.joinAsGuest(roomId)
  await ana.room.openShare()
  await ana.room.share.getByRole('button', { name: /Copiar link/ }).click()
  await expect.poll(() => ana.page.evaluate(() => sessionStorage.getItem('copied'))).toContain(`/login?roomId=${roomId}`)

  await ana.page.evaluate(() => sessionStorage.setItem('refuse', 'yes'))
  await ana.room.share.getByRole('button', { name: /Copiar link|copiado/i }).click()
  await expect(ana.page.getByText('Erro ao copiar o link. Por favor, copie manualmente.').first()).toBeVisible()
})

test('where the device has a list of apps of its own, the invitation goes through it', async ({ team }) => {
  const { roomId } = await team.openRoom()
  const ana = await team.person('Ana', { device: 'phone' })
  await notHandedOn(ana.context).addInitScript(() => {
    Object.defineProperty(navigator, 'share', {
      value: async (data: ShareData) => sessionStorage.setItem('shared', data.url ?? ''),
    })
  })
  await ana.joinAsGuest(roomId)
  await ana.room.openShare()
  await ana.room.share.getByRole('button', { name: 'Enviar por outro app' }).click()
  await expect.poll(() => ana.page.evaluate(() => sessionStorage.getItem('shared'))).toMatch(new RegExp(`/login\\?roomId=${roomId}$`))
})
