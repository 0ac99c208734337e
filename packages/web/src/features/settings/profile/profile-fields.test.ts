import type { Profile } from '@rodada/contract/auth/people'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../../i18n/index.ts'
import { changesOf, checkProfile, draftOf } from './profile-fields.ts'

const profile: Profile = {
  id: 7,
  name: 'Ana',
  email: 'ana@aroeira.com.br',
  role: 'collaborator',
  avatar_url: null,
  created_at: '2026-01-01T00:00:00.000Z',
  last_login: null,
  boards_count: 0,
  is_active: true,
  session_timeout: 30,
  bio: '',
  phone: '',
  company: 'Aroeira',
  position: '',
  location: '',
  website: '',
  timezone: 'America/Sao_Paulo',
  language: 'pt-BR',
}
const draft = draftOf(profile)

beforeAll(() => loadTexts('settings'))

test('a profile is checked in the words of the specification', () => {
  expect(checkProfile(profile, draft)).toEqual({})
  expect(checkProfile(profile, { ...draft, name: ' ', email: '' })).toEqual({ name: 'Nome é obrigatório', email: 'Email é obrigatório' })
  expect(checkProfile(profile, { ...draft, email: 'ana@aroeira' })).toEqual({ email: 'Email inválido' })
})

test('only another address asks for the password', () => {
  expect(checkProfile(profile, { ...draft, email: 'ANA@aroeira.com.br ' })).toEqual({})
  const moved = { ...draft, email: 'bia@aroeira.com.br' }
  expect(checkProfile(profile, moved)).toEqual({ current_password: 'Digite sua senha atual.' })
  expect(checkProfile(profile, { ...moved, current_password: 'segredo' })).toEqual({})
  // There is none: the company says that it is them, and the server whether it did.
  expect(checkProfile(profile, moved, { isMissing: true })).toEqual({})
})

test('only what was changed is sent, and the password only with another address', () => {
  expect(changesOf(profile, { ...draft, current_password: 'esquecida no campo' })).toEqual({})
  expect(changesOf(profile, { ...draft, company: '', bio: 'Oi' })).toEqual({ company: '', bio: 'Oi' })
  expect(changesOf(profile, { ...draft, email: 'bia@aroeira.com.br', current_password: 'segredo' })).toEqual({
    email: 'bia@aroeira.com.br',
    current_password: 'segredo',
  })
})
