import { expect, test } from 'vitest'
import { keepGithub, readGithubReturn } from './github-return.ts'

const data = { login: 'ana-dev', avatar_url: 'https://avatars.githubusercontent.com/u/1' }

test('the way back is read as it stands in the address, also when it was read as JSON already', () => {
  const connected = { kind: 'connected', login: data.login, avatarUrl: data.avatar_url }
  expect(readGithubReturn({ success: 'true', github_data: JSON.stringify(data) })).toEqual(connected)
  expect(readGithubReturn({ success: true, github_data: data })).toEqual(connected)
  expect(readGithubReturn({ success: 'true', github_data: { access_token: 'gho_x', user: data } })).toEqual(connected)
  expect(readGithubReturn({})).toBeUndefined()
  expect(readGithubReturn({ error: 'access_denied', message: 'a autorização foi recusada' })).toEqual({
    kind: 'refused',
    reason: 'a autorização foi recusada',
  })
  expect(readGithubReturn({ success: false, message: 'não' })).toEqual({ kind: 'refused', reason: 'não' })
  for (const github_data of [undefined, '{', '[]', '5', 'null', { login: 5 }, { login: ' ' }, []]) {
    expect(readGithubReturn({ success: true, github_data })).toEqual({ kind: 'damaged' })
  }
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
