import { boardsApi } from '@rodada/contract/boards/board-calls'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import type { Card } from '@rodada/contract/cards/cards'
import { githubApi } from '@rodada/contract/integrations/github'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeBoard, makeCard, makeTeam, ok, type Team } from '../../../test/boards.ts'
import { openGithub, type StandInGithub } from '../../../test/github.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { connectGithub } from '../../../test/integration-rows.ts'

let server: TestServer
let github: StandInGithub
let team: Team
let hook: { url: string; secret: string }
beforeAll(async () => {
  github = await openGithub()
  server = await startServer({ env: github.env })
  team = await makeTeam(server)
  await connectGithub(server, github, team.member)
  hook = await newHook(team)
})
afterAll(async () => {
  await server.stop()
  await github.stop()
})

async function newHook({ board, admin }: Team): Promise<{ url: string; secret: string }> {
  const made = ok(await server.call(githubApi.createWebhook, { token: admin.token, params: { boardId: board.id } }))
  return { url: server.url() + new URL(made.url, 'http://x').pathname, secret: made.secret }
}
/** A pull request, and a card that is linked to it. */
async function linked(on = team, repository = 'time/app') {
  const { number } = github.addIssue(repository, { pull: { draft: false, merged: false } })
  const card = await makeCard(server, on.member, on.board)
  ok(
    await server.call(githubApi.link, {
      token: on.member.token,
      params: { cardId: card.id },
      body: { address: `${repository}#${number}` },
    }),
  )
  return { card, number }
}
const read = async ({ id }: Card, on = team) => ok(await server.call(cardsApi.get, { token: on.admin.token, params: { cardId: id } }))
const listOf = (title: string, on = team) => on.board.lists.find((list) => list.title === title)?.id

test('a merge moves the card to a done list, once, and the activity has it', async () => {
  const { card, number } = await linked()
  const other = await linked()
  github.merge('time/app', number)
  expect((await github.deliver(hook, 'time/app', number)).status).toBe(200)
  expect(await read(card)).toMatchObject({ list_id: listOf('Concluído'), status: 'concluida' })
  expect(await read(other.card)).toMatchObject({ list_id: listOf('A Fazer') })
  const [row] = ok(await server.call(githubApi.links, { token: team.member.token, params: { cardId: card.id } }))
  expect(row?.state).toBe('merged')
  const activity = ok(await server.call(cardsApi.activity, { token: team.member.token, params: { cardId: card.id } }))
  expect(activity[0]).toMatchObject({ kind: 'card.merged', user: null, details: { from: `time/app#${number}`, to: 'Concluído' } })
  const { webhook } = ok(await server.call(githubApi.webhook, { token: team.admin.token, params: { boardId: team.board.id } }))
  expect(webhook?.last_delivery_at).not.toBeNull()
  expect(webhook).not.toHaveProperty('secret')

  // Somebody took the card up again: neither the same delivery nor the same news moves it.
  const move = { list_id: listOf('A Fazer'), position: 0 }
  ok(await server.call(cardsApi.move, { token: team.member.token, params: { cardId: card.id }, body: move }))
  expect((await github.deliver(hook, 'time/app', number)).status).toBe(200)
  expect((await github.deliver(hook, 'time/app', number, { id: 'outro-nome-do-mesmo' })).status).toBe(200)
  expect(await read(card)).toMatchObject({ list_id: listOf('A Fazer') })
})

test('GitHub may send it as a form', async () => {
  const { card, number } = await linked()
  github.merge('time/app', number)
  expect((await github.deliver(hook, 'time/app', number, { form: true })).status).toBe(200)
  expect(await read(card)).toMatchObject({ status: 'concluida' })
})

test('a pull request that is closed without a merge changes its state and moves nothing', async () => {
  const { card, number } = await linked()
  const pull = github.merge('time/app', number)
  if (pull.pull) pull.pull.merged = false
  expect((await github.deliver(hook, 'time/app', number)).status).toBe(200)
  expect(await read(card)).toMatchObject({ list_id: listOf('A Fazer') })
  const [row] = ok(await server.call(githubApi.links, { token: team.member.token, params: { cardId: card.id } }))
  expect(row?.state).toBe('closed')
})

test('older news that arrives late changes nothing', async () => {
  const { card, number } = await linked()
  const issue = github.merge('time/app', number)
  await github.deliver(hook, 'time/app', number)
  issue.state = 'open'
  issue.updated_at = '2020-01-01T00:00:00Z'
  if (issue.pull) issue.pull.merged = false
  expect((await github.deliver(hook, 'time/app', number)).status).toBe(200)
  const [row] = ok(await server.call(githubApi.links, { token: team.member.token, params: { cardId: card.id } }))
  expect(row?.state).toBe('merged')
})

test("a body that is not signed with this webhook's secret is refused and changes nothing", async () => {
  const { card, number } = await linked()
  github.merge('time/app', number)
  for (const wrong of [{ secret: 'outro' }, { secret: '' }]) {
    const response = await github.deliver({ ...hook, ...wrong }, 'time/app', number)
    expect([response.status, ((await response.json()) as { message: string }).message]).toEqual([401, texts.webhookUnsigned])
  }
  for (const signature of ['', 'sha256=', 'sha1=abc', `sha256=${'0'.repeat(64)}`]) {
    expect((await github.deliver(hook, 'time/app', number, { signature })).status).toBe(401)
  }
  expect(await read(card)).toMatchObject({ list_id: listOf('A Fazer') })
  // A refused delivery can be sent again.
  expect((await github.deliver(hook, 'time/app', number, { id: 'a-mesma' })).status).toBe(200)
  expect(await read(card)).toMatchObject({ status: 'concluida' })
})

describe('a pull request that names a card by its key', () => {
  const links = async ({ id }: Card, on = team) => ok(await server.call(githubApi.links, { token: on.admin.token, params: { cardId: id } }))
  const pull = (more: { title?: string; branch?: string; by?: string }) =>
    github.addIssue('time/app', {
      author_association: more.by ?? 'MEMBER',
      ...(more.title !== undefined && { title: more.title }),
      pull: { draft: false, merged: false, ...(more.branch !== undefined && { head: { ref: more.branch } }) },
    }).number

  test('is linked, in title or branch, and its merge concludes the card', async () => {
    const [card, other] = [await makeCard(server, team.member, team.board), await makeCard(server, team.member, team.board)]
    const number = pull({ branch: `feature/${card.key.toLowerCase()}-pix-parcelado` })
    expect((await github.deliver(hook, 'time/app', number)).status).toBe(200)
    expect(await links(card)).toMatchObject([
      { number, kind: 'pull', state: 'open', problem: null, linked_by: null, url: `${github.url}/time/app/pull/${number}` },
    ])
    expect(await links(other)).toEqual([])
    const activity = ok(await server.call(cardsApi.activity, { token: team.member.token, params: { cardId: card.id } }))
    expect(activity[0]).toMatchObject({ kind: 'card.named', user: null, details: { to: `time/app#${number}` } })
    github.merge('time/app', number)
    expect((await github.deliver(hook, 'time/app', number)).status).toBe(200)
    expect(await read(card)).toMatchObject({ list_id: listOf('Concluído'), status: 'concluida' })
    expect(await links(card)).toHaveLength(1)
  })

  test('that was merged before its first news concludes each card that it names', async () => {
    const cards = [await makeCard(server, team.member, team.board), await makeCard(server, team.member, team.board)]
    const number = pull({ title: `Corrige ${cards.map(({ key }) => key).join(' e ')}` })
    github.merge('time/app', number)
    expect((await github.deliver(hook, 'time/app', number)).status).toBe(200)
    for (const card of cards) expect(await read(card)).toMatchObject({ status: 'concluida' })
  })

  test('is not linked to a card whose key only begins the same, is of another board, or deleted', async () => {
    const own = await makeTeam(server)
    const ownHook = await newHook(own)
    const cards = await Array.from({ length: 11 }).reduce<Promise<Card[]>>(
      async (made) => [...(await made), await makeCard(server, own.member, own.board)],
      Promise.resolve([]),
    )
    const [first, eleventh] = [cards[0], cards[10]]
    if (!first || !eleventh) throw new Error('no cards')
    await github.deliver(ownHook, 'time/app', pull({ title: `${eleventh.key}: total`, branch: `x${first.key}` }))
    expect([(await links(first, own)).length, (await links(eleventh, own)).length]).toEqual([0, 1])
    const foreign = await makeCard(server, team.member, team.board)
    ok(await server.call(cardsApi.remove, { token: own.member.token, params: { cardId: first.id } }))
    expect(
      (await github.deliver(ownHook, 'time/app', pull({ title: `${first.key} ZZZ-1 ${foreign.key.split('-')[0]}-999999` }))).status,
    ).toBe(200)
    ok(await server.call(cardsApi.restore, { token: own.member.token, params: { cardId: first.id } }))
    expect([(await links(first, own)).length, (await links(foreign)).length]).toEqual([0, 0])
  })

  test('is linked only when somebody of the team opened it', async () => {
    const card = await makeCard(server, team.member, team.board)
    for (const by of ['CONTRIBUTOR', 'FIRST_TIME_CONTRIBUTOR', 'NONE', '']) {
      const number = pull({ title: card.key, by })
      github.merge('time/app', number)
      expect((await github.deliver(hook, 'time/app', number)).status).toBe(200)
    }
    expect(await links(card)).toEqual([])
    expect(await read(card)).toMatchObject({ status: 'pendente' })
  })

  test('after its merge links, and concludes nothing', async () => {
    const card = await makeCard(server, team.member, team.board)
    const number = pull({})
    const issue = github.merge('time/app', number)
    await github.deliver(hook, 'time/app', number)
    issue.title = card.key
    issue.updated_at = '2026-03-02T12:00:00Z'
    expect((await github.deliver(hook, 'time/app', number, { action: 'edited' })).status).toBe(200)
    expect(await links(card)).toMatchObject([{ state: 'merged' }])
    expect(await read(card)).toMatchObject({ status: 'pendente' })
  })

  test('and was taken off the card does not come back', async () => {
    const card = await makeCard(server, team.member, team.board)
    const number = pull({ title: card.key })
    await github.deliver(hook, 'time/app', number)
    const [link] = await links(card)
    const params = { cardId: card.id, linkId: link?.id ?? 0 }
    ok(await server.call(githubApi.unlink, { token: team.member.token, params }))
    github.merge('time/app', number)
    expect((await github.deliver(hook, 'time/app', number)).status).toBe(200)
    expect(await links(card)).toEqual([])
    expect(await read(card)).toMatchObject({ status: 'pendente' })
  })

  test('is linked to twenty cards of a board, and leaves room for what people link', async () => {
    const own = await makeTeam(server)
    const ownHook = await newHook(own)
    const cards = await Promise.all(Array.from({ length: 22 }, () => makeCard(server, own.member, own.board)))
    const number = pull({
      title: cards
        .slice(0, 20)
        .map(({ key }) => key)
        .join(' '),
    })
    const issue = github.addIssue('time/outro', { pull: { draft: false, merged: false } })
    await github.deliver(ownHook, 'time/app', number)
    const again = github.merge('time/app', number)
    again.title = cards
      .slice(20)
      .map(({ key }) => key)
      .join(' ')
    await github.deliver(ownHook, 'time/app', number, { action: 'edited' })
    const counts = await Promise.all(cards.map(async (card) => (await links(card, own)).length))
    expect(counts).toEqual([...Array(20).fill(1), 0, 0])

    const [card] = cards
    if (!card) throw new Error('no card')
    for (let more = 1; more < 20; more += 1) await github.deliver(ownHook, 'time/app', pull({ title: card.key }))
    expect(await links(card, own)).toHaveLength(20)
    await github.deliver(ownHook, 'time/app', pull({ title: card.key }))
    expect(await links(card, own)).toHaveLength(20)
    await connectGithub(server, github, own.member)
    const body = { address: `time/outro#${issue.number}` }
    ok(await server.call(githubApi.link, { token: own.member.token, params: { cardId: card.id }, body }))
    expect(await links(card, own)).toHaveLength(21)
  })

  test('by a prefix that the board had is linked, too', async () => {
    const own = await makeTeam(server)
    const ownHook = await newHook(own)
    const card = await makeCard(server, own.member, own.board)
    ok(await server.call(boardsApi.update, { token: own.admin.token, params: { boardId: own.board.id }, body: { key_prefix: 'NOVO' } }))
    await github.deliver(ownHook, 'time/app', pull({ title: card.key }))
    expect(await links(card, own)).toHaveLength(1)
  })
})

test('a merge concludes its card also into a done list that is full by a hard limit, which then refuses the next card of people', async () => {
  const own = await makeTeam(server)
  const { token } = own.member
  await connectGithub(server, github, own.member)
  const ownHook = await newHook(own)
  const listId = listOf('Concluído', own) ?? 0
  const move = ({ id }: Card) => server.call(cardsApi.move, { token, params: { cardId: id }, body: { list_id: listId } })
  ok(await move(await makeCard(server, own.member, own.board)))
  const limit = { params: { boardId: own.board.id, listId }, body: { wip_limit: 1, wip_hard: true } }
  ok(await server.call(boardsApi.updateList, { token, ...limit }))
  const { card, number } = await linked(own)
  const waiting = await makeCard(server, own.member, own.board)
  expect(await move(waiting)).toMatchObject({ status: 409, body: { message: texts.listFull } })
  github.merge('time/app', number)
  expect((await github.deliver(ownHook, 'time/app', number)).status).toBe(200)
  expect(await read(card, own)).toMatchObject({ list_id: listId, status: 'concluida' })
  const activity = ok(await server.call(cardsApi.activity, { token, params: { cardId: card.id } }))
  expect(activity[0]).toMatchObject({ kind: 'card.merged', details: { to: 'Concluído' } })
  expect((await move(waiting)).status).toBe(409)
})

test('a card that came from another board is linked and concluded by the key that it had there, at the webhook of its board only', async () => {
  const other = await makeBoard(server, team.member, { title: 'Antiga' })
  const oldHook = ok(await server.call(githubApi.createWebhook, { token: team.member.token, params: { boardId: other.id } }))
  const { id, key: oldKey } = await makeCard(server, team.member, other)
  const to = { token: team.member.token, params: { cardId: id }, body: { list_id: listOf('A Fazer') } }
  const card = ok(await server.call(cardsApi.move, to))
  expect([oldKey, card.key === oldKey]).toEqual(['ANT-1', false])
  const names = (more: { title?: string; branch?: string }) => {
    const head = { head: { ref: more.branch ?? 'outro' } }
    return github.addIssue('time/app', {
      author_association: 'MEMBER',
      title: more.title ?? 'x',
      pull: { draft: false, merged: false, ...head },
    }).number
  }
  const links = async () =>
    ok(await server.call(githubApi.links, { token: team.member.token, params: { cardId: id } })).map(({ number }) => number)
  // ANT-11 and GIGANT-1 are no ANT-1.
  const near = names({ title: 'ANT-11 e GIGANT-1', branch: 'ANT-10' })
  const [byTitle, byBranch, elsewhere] = [names({ title: 'Corrige ANT-1' }), names({ branch: 'fix/ant-1-pix' }), names({ title: oldKey })]
  const old = { url: server.url() + new URL(oldHook.url, 'http://x').pathname, secret: oldHook.secret }
  expect((await github.deliver(old, 'time/app', elsewhere)).status).toBe(200)
  for (const number of [near, byTitle, byBranch]) expect((await github.deliver(hook, 'time/app', number)).status).toBe(200)
  expect((await links()).toSorted((a, b) => a - b)).toEqual([byTitle, byBranch])
  github.merge('time/app', byBranch)
  expect((await github.deliver(hook, 'time/app', byBranch)).status).toBe(200)
  expect(await read(card)).toMatchObject({ status: 'concluida' })
})

test('the webhook of one board moves nothing on another', async () => {
  const foreign = await makeTeam(server)
  await connectGithub(server, github, foreign.member)
  const foreignHook = await newHook(foreign)
  const { card, number } = await linked()
  github.merge('time/app', number)
  expect((await github.deliver(foreignHook, 'time/app', number)).status).toBe(200)
  expect((await github.deliver({ url: hook.url, secret: foreignHook.secret }, 'time/app', number)).status).toBe(401)
  expect(await read(card)).toMatchObject({ list_id: listOf('A Fazer') })
})

test('a delivery that is not for us, broken or too large is answered as such', async () => {
  const { number } = await linked()
  const remembered = async () =>
    (await server.app.deps.db.selectFrom('github_deliveries').select('body_hash').where('board_id', '=', team.board.id).execute()).length
  const before = await remembered()
  expect((await github.deliver(hook, 'time/app', number, { event: 'ping', body: '{}' })).status).toBe(200)
  // Nothing of it is kept, however often something else comes.
  expect(await remembered()).toBe(before)
  expect((await github.deliver(hook, 'time/app', number, { event: 'issues', body: '{' })).status).toBe(400)
  expect((await github.deliver(hook, 'time/app', number, { event: 'issues', body: '{"issue":5}' })).status).toBe(400)
  expect((await github.deliver(hook, 'time/app', number, { id: '', body: '{"a":1}' })).status).toBe(400)
  expect((await github.deliver(hook, 'time/app', number, { body: `"${'x'.repeat(1024 * 1024)}"` })).status).toBe(413)
  for (const id of ['x'.repeat(24), 'x'.repeat(101), '%00', '..%2f..%2fhealth']) {
    expect([id, (await github.deliver({ ...hook, url: `${server.url()}/api/github/webhook/${id}` }, 'time/app', number)).status]).toEqual([
      id,
      404,
    ])
  }
})

test('a signed delivery whose number or date no issue has is refused with a text, and holds up no news that comes later', async () => {
  const { card, number } = await linked()
  const { key } = await makeCard(server, team.member, team.board)
  const pull = { number, title: key, state: 'closed', merged: true, updated_at: '2026-03-01T12:00:00Z', author_association: 'MEMBER' }
  for (const wrong of [
    { number: 2 ** 40 },
    { number: 2 ** 31 },
    { number: 1e300 },
    { updated_at: '\uffff' },
    { updated_at: '2026-03-01T12:00:00Z\0' },
    { updated_at: '2026-02-30T12:00:00Z' },
    // Each card that the title names would keep it.
    { updated_at: `2026-03-01T12:00:00.${'0'.repeat(100_000)}Z` },
    { updated_at: '' },
  ]) {
    const body = JSON.stringify({ action: 'closed', repository: { full_name: 'time/app' }, pull_request: { ...pull, ...wrong } })
    const answer = await github.deliver(hook, 'time/app', number, { event: 'pull_request', body })
    expect([wrong, answer.status, await answer.json()]).toMatchObject([wrong, 400, { message: texts.invalidInput }])
  }
  expect(await read(card)).toMatchObject({ list_id: listOf('A Fazer') })
  github.merge('time/app', number)
  expect((await github.deliver(hook, 'time/app', number)).status).toBe(200)
  expect(await read(card)).toMatchObject({ status: 'concluida' })
})

test('a new webhook ends the one before, and a deleted webhook or board takes nothing', async () => {
  const own = await makeTeam(server)
  const before = await newHook(own)
  const after = await newHook(own)
  const ping = (at: { url: string; secret: string }) =>
    github.deliver(at, 'time/app', 1, { event: 'ping', body: `{"n":"${Math.random()}"}` })
  expect((await ping(before)).status).toBe(404)
  expect((await ping(after)).status).toBe(200)
  ok(await server.call(boardsApi.remove, { token: own.admin.token, params: { boardId: own.board.id } }))
  expect((await ping(after)).status).toBe(404)
  ok(await server.call(boardsApi.restore, { token: own.admin.token, params: { boardId: own.board.id } }))
  ok(await server.call(githubApi.removeWebhook, { token: own.admin.token, params: { boardId: own.board.id } }))
  expect((await ping(after)).status).toBe(404)
  expect(ok(await server.call(githubApi.webhook, { token: own.admin.token, params: { boardId: own.board.id } }))).toEqual({ webhook: null })
})
