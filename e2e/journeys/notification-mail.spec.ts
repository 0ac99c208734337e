import { emailConfirmationApi } from '@rodada/contract/auth/email-confirmation'
import { invitationsApi } from '@rodada/contract/boards/invitations'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import type { Received } from '../../packages/server/test/mailbox.ts'
import type { Account } from '../../scripts/lib/accounts.ts'
import { callAs } from '../../scripts/lib/api-client.ts'
import { expect } from '../harness/fixtures.ts'
import { test } from '../harness/mail-stage.ts'
import { addMember, makeBoard } from '../harness/work.ts'
import { NotificationsPage } from '../pages/notifications.ts'

test('an email tells of an assignment; its link ends such emails without a login, and the settings bring them back', async ({
  team,
  server,
  box,
}) => {
  const [ana, bia] = [await team.member('Ana'), await team.member('Bia')]
  const confirm = async (account: Account) => {
    let proof: string | undefined
    const asked = () => {
      proof ??= box.takeConfirmations(account.email).flatMap(({ text }) => /confirmar-email#([\w-]+)/.exec(text)?.[1] ?? [])[0]
      return proof
    }
    await expect.poll(asked).toBeDefined()
    await callAs(server.origin, account, emailConfirmationApi.complete, { body: { token: proof ?? '' } })
  }
  // Only who confirmed their own address invites by email.
  await confirm(ana.account)
  const { boardId, cardIds } = await makeBoard(server.origin, ana.account, { title: 'Portal' }, [{ title: 'Calcular frete' }])
  // Where mail is sent, an address that nobody confirmed gets an invitation; who follows it has read the email.
  await addMember(server.origin, ana.account, boardId, bia.account)
  let token: string | undefined
  const invited = () => {
    token ??= box.take(bia.account.email).flatMap(({ text }) => /convite#([\w-]+)/.exec(text)?.[1] ?? [])[0]
    return token
  }
  await expect.poll(invited).toBeDefined()
  await callAs(server.origin, bia.account, invitationsApi.accept, { body: { token: token ?? '' } })
  // Nor is anything else mailed there before; the settings say so.
  await bia.signIn()
  const settings = new NotificationsPage(bia.page)
  await settings.openSettings()
  await expect(bia.page.getByText(`Confirme o seu e-mail em Perfil para receber avisos em ${bia.account.email}.`)).toBeVisible()
  await confirm(bia.account)
  const [cardId = 0] = cardIds
  await callAs(server.origin, ana.account, cardsApi.assign, { params: { cardId }, body: { user_id: bia.account.user.id } })

  let message: Received | undefined
  const arrived = () => {
    message ??= box.take(bia.account.email).find(({ subject }) => subject === 'Há novidade em um cartão seu')
    return message
  }
  await expect.poll(arrived).toBeDefined()
  const { text = '' } = message ?? {}
  expect(text).toContain('Ana atribuiu a você: Calcular frete')
  expect(text).toContain(`${server.origin}/board/${boardId}?card=${cardId}`)
  const link = /http\S+cancelar-emails#\S+/.exec(text)?.[0] ?? ''

  const reader = await team.person('Bia')
  await reader.page.goto(link)
  await expect(reader.page.getByText('Você deixa de receber e-mails sobre atribuições')).toBeVisible()
  await reader.page.getByRole('button', { name: 'Cancelar estes e-mails' }).click()
  await expect(reader.page.getByRole('heading', { name: 'Pronto, cancelado' })).toBeVisible()

  await settings.openSettings()
  await expect(bia.page.getByText(`Para ${bia.account.email}`)).toBeVisible()
  await expect(bia.page.getByRole('switch', { name: 'E-mail' })).toBeChecked()
  await expect(bia.page.getByText('Você cancelou os e-mails deste tipo.')).toBeVisible()
  await bia.page.getByRole('button', { name: 'Voltar a receber' }).click()
  await expect(bia.page.getByText('Você cancelou os e-mails deste tipo.')).toHaveCount(0)
})
