import { expect, test } from 'vitest'
import { keepGithub, readGithubReturn } from './github-return.ts'

const data = { login: 'ana-dev', avatar_url: 'https://avatars.githubusercontent.com/u/1' }

test('the way back is read as it stands in the address, also when it was read as JSON already', () => {
  const connected = { kind: 'connected', login: data.login, avatarUrl: data.avatar_url }
  expect(readGithubReturn({ success: 'true', github_data: JSON.stringify(data) })).toEqual(connected)
  expect(readGithubReturn({ success: true, github_data: data })).toEqual(connected)
  expect(readGithubReturn({ success: 'true', github_data: { access_token: 'gho_x', user: data } })).toEqual(connected)
  expect(readGithubReturn({})).toBeUndefined()
  expect(readGithubReturn({ error: 'access_denied' })).toEqual({ kind: 'refused', reason: 'access_denied' })
  for (const github_data of [undefined, '{', '[]', '5', 'null', { login: 5 }, { login: ' ' }, []]) {
    expect(readGithubReturn({ success: true, github_data })).toEqual({ kind: 'damaged' })
  }
})

test('a text that stands in the address is never shown: anybody could make up a link that speaks in our name', () => {
  const made = { message: 'Ligue para 0800 e diga a sua senha' }
  expect(readGithubReturn({ error: 'access_denied', ...made })).toEqual({ kind: 'refused', reason: 'access_denied' })
  expect(readGithubReturn({ error: made.message, ...made })).toEqual({ kind: 'refused', reason: null })
  expect(readGithubReturn({ success: false, ...made })).toEqual({ kind: 'refused', reason: null })
  expect(readGithubReturn({ error: ['refused'] })).toEqual({ kind: 'refused', reason: null })
})

test('an access token that arrives is never kept', () => {
  const result = readGithubReturn({ success: 'true', github_data: JSON.stringify({ access_token: 'gho_segredo', ...data }) })
  if (result?.kind !== 'connected') throw new Error('not connected')
  keepGithub({ username: result.login, avatar_url: result.avatarUrl })
  expect(JSON.parse(localStorage.getItem('github_integration') ?? '')).toEqual({
    connected: true,
    username: 'ana-dev',
    avatar_url: data.avatar_url,
  })
  keepGithub(null)
  expect(localStorage.getItem('github_integration')).toBeNull()
})
