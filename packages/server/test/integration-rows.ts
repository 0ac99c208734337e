import { attachmentsApi } from '@rodada/contract/cards/attachments'
import { githubApi } from '@rodada/contract/integrations/github'
import { slackApi } from '@rodada/contract/integrations/slack'
import { webhooksApi } from '@rodada/contract/integrations/webhooks'
import { addImport } from '../src/features/github/import-queries.ts'
import { createSecretBox } from '../src/platform/secrets/secret-box.ts'
import type { Account } from './accounts.ts'
import type { BoardRequest, BoardRow, Scene } from './board-rules.ts'
import { makeCard, ok } from './boards.ts'
import type { StandInGithub } from './github.ts'
import type { TestServer } from './harness.ts'

/** Connects an account without the way through the browser, which has its own tests. */
export async function connectGithub(server: TestServer, github: StandInGithub, { user }: Pick<Account, 'user'>, token = `gho_${user.id}`) {
  github.tokens.set(token, `pessoa-${user.id}`)
  const { db, config } = server.app.deps
  const sealed = createSecretBox(config.secret).seal(token, `github token of ${user.id}`)
  const row = { login: `pessoa-${user.id}`, avatar_url: '', token: sealed, connected_at: new Date().toISOString(), broken_at: null }
  await db
    .insertInto('github_accounts')
    .values({ ...row, user_id: user.id })
    .onConflict((oc) => oc.column('user_id').doUpdateSet(row))
    .execute()
}

const owner = (scene: Scene) => scene.accounts['board admin']
const board =
  (body?: unknown) =>
  async (scene: Scene): Promise<BoardRequest> => ({ params: { boardId: scene.board.id }, body })
const card =
  (body?: unknown) =>
  async (scene: Scene): Promise<BoardRequest> => ({
    params: { cardId: (await makeCard(scene.server, owner(scene), scene.board)).id },
    body,
  })

const attachment =
  (body?: unknown) =>
  async (scene: Scene): Promise<BoardRequest> => {
    const { params = {} } = await card()(scene)
    const url = 'https://docs.google.com/document/d/1/edit'
    const { id } = ok(await scene.server.call(attachmentsApi.add, { token: owner(scene).token, params, body: { url } }))
    return { params: { ...params, attachmentId: id }, body }
  }

/** Rows of calls that ask GitHub: everybody on the scene has an account there, in which `time/app` has one issue. */
const link = async (scene: Scene): Promise<BoardRequest> => {
  const { params = {} } = await card()(scene)
  const { id } = ok(await scene.server.call(githubApi.link, { token: owner(scene).token, params, body: { address: 'time/app#1' } }))
  return { params: { ...params, linkId: id } }
}
const importOf = (scene: Scene) => ({ list_id: scene.board.lists[0]?.id ?? 0, repository: 'time/app' })
/** An import that another process is working on: here it makes no card while it is asked who may cancel it. */
const importUnderWay = (scene: Scene): Promise<number> =>
  scene.server.app.deps.db.transaction().execute(async (trx) => {
    const { id } = await addImport(trx, {
      board_id: scene.board.id,
      ...importOf(scene),
      user_id: owner(scene).user.id,
      state: 'open',
    })
    await trx.updateTable('github_imports').set({ next_step_at: '9999-12-31T00:00:00.000Z' }).where('id', '=', id).execute()
    return id
  })
const cancelAll = ({ server, board }: Scene) =>
  server.app.deps.db.updateTable('github_imports').set({ status: 'cancelled' }).where('board_id', '=', board.id).execute()

/** Where the board sends to: the one host that the scene's server may reach on this machine. */
const hook = ({ server, board, accounts }: Scene) =>
  server.call(slackApi.save, {
    token: accounts['board admin'].token,
    params: { boardId: board.id },
    body: { url: `http://${server.app.deps.config.outgoingHosts[0]}/services/T/B/x` },
  })

/** A webhook of the board, to the same host; one is taken away again for each that is made, because a board has ten. */
const webhook = async ({ server, board, accounts }: Scene) => {
  const of = { token: accounts['board admin'].token, params: { boardId: board.id } }
  await server.app.deps.db.deleteFrom('webhooks').where('board_id', '=', board.id).execute()
  const body = { url: `http://${server.app.deps.config.outgoingHosts[0]}/programa`, events: ['card.done'] }
  return ok(await server.call(webhooksApi.create, { ...of, body }))
}
const aboutWebhook =
  (body?: unknown) =>
  async (scene: Scene): Promise<BoardRequest> => ({ params: { boardId: scene.board.id, webhookId: (await webhook(scene)).id }, body })
const aDelivery = async (scene: Scene): Promise<BoardRequest> => {
  const { id } = await webhook(scene)
  const now = new Date().toISOString()
  const row = {
    webhook_id: id,
    message_id: 'msg_1',
    type: 'card.done' as const,
    status: 'failed' as const,
    created_at: now,
    next_try_at: now,
  }
  const body = JSON.stringify({ type: 'card.done', timestamp: now, data: {} })
  const added = await scene.server.app.deps.db
    .insertInto('webhook_deliveries')
    .values({ ...row, body })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { params: { deliveryId: added.id } }
}

/** Every call about integrations of a board, in the form of the rows of boards. A new one needs a row. */
export const integrationRows: Record<string, BoardRow> = {
  'attachments.list': { need: 'read', request: card() },
  'attachments.add': { need: 'write', request: card({ url: 'https://drive.google.com/file/d/1/view' }) },
  'attachments.rename': { need: 'write', request: attachment({ title: 'Ata' }) },
  'attachments.remove': { need: 'write', request: attachment() },

  'github.links': { need: 'read', request: card() },
  'github.link': { need: 'write', request: card({ address: 'time/app#1' }) },
  'github.takeOver': { need: 'write', request: link },
  'github.unlink': { need: 'write', request: link },
  'github.imports': { need: 'write', request: board() },
  'github.startImport': {
    need: 'write',
    request: async (scene) => ({ params: { boardId: scene.board.id }, body: importOf(scene) }),
    after: cancelAll,
  },
  'github.cancelImport': {
    need: 'write',
    request: async (scene) => ({ params: { boardId: scene.board.id, importId: await importUnderWay(scene) } }),
    after: cancelAll,
  },
  'github.webhook': { need: 'administer', request: board() },
  'github.createWebhook': { need: 'administer', request: board() },
  'github.removeWebhook': { need: 'administer', request: board() },

  'slack.get': { need: 'administer', request: board() },
  'slack.save': {
    need: 'administer',
    request: async (scene) => {
      await hook(scene)
      return board({ card_done: false })(scene)
    },
  },
  'slack.remove': { need: 'administer', request: board() },
  'slack.test': {
    need: 'administer',
    request: async (scene) => {
      await hook(scene)
      return board()(scene)
    },
  },

  'webhooks.list': { need: 'administer', request: board() },
  'webhooks.create': {
    need: 'administer',
    request: async (scene) => {
      const { outgoingHosts } = scene.server.app.deps.config
      await scene.server.app.deps.db.deleteFrom('webhooks').where('board_id', '=', scene.board.id).execute()
      return board({ url: `http://${outgoingHosts[0]}/programa`, events: ['card.done'] })(scene)
    },
  },
  'webhooks.update': { need: 'administer', request: aboutWebhook({ events: ['card.created'] }) },
  'webhooks.changeSecret': { need: 'administer', request: aboutWebhook() },
  'webhooks.remove': { need: 'administer', request: aboutWebhook() },
  'webhooks.deliveries': { need: 'administer', request: aboutWebhook() },
  'webhooks.test': { need: 'administer', request: aboutWebhook() },
  'webhooks.again': { need: 'administer', request: aDelivery },
}
