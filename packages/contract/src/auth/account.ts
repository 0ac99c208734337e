import { z } from 'zod'
import type { Endpoint } from '../core/endpoint.ts'
import { Done, Id, Instant } from '../core/fields.ts'
import { languages } from '../core/languages.ts'
import { defaultSessionTimeoutMinutes, limits, sessionTimeoutMinutes } from '../core/limits.ts'
import { manyLinesText } from '../core/plain-text.ts'
import { typedText } from '../core/typed-text.ts'
import { Deck } from '../rooms/decks.ts'
import { texts } from '../texts/texts.ts'
import { themes, timeZones } from './people.ts'
import { currentPassword, email, newPassword, oneLine, optionalAvatar, passwordsMatch, profileName } from './person-fields.ts'

/** An address of a page: only what a browser opens as one, so that a link to it runs nothing. */
const website = oneLine(limits.profileText).refine((text) => text === '' || /^https?:\/\/[^\s/]+/i.test(text), {
  error: texts.websiteInvalid,
})

/**
 * What a person may change of themselves; role, id and the rest are not part of it, so sending them changes nothing. Fields
 * that are left out stay. Another e-mail needs `current_password`.
 */
export const ProfileChange = z.object({
  name: profileName.optional(),
  email: email({ required: texts.profileEmailRequired, invalid: texts.profileEmailInvalid }).optional(),
  avatar_url: optionalAvatar,
  bio: typedText(manyLinesText, limits.bio, texts.bioTooLong).optional(),
  phone: oneLine(limits.phone).optional(),
  company: oneLine(limits.profileText).optional(),
  position: oneLine(limits.profileText).optional(),
  location: oneLine(limits.profileText).optional(),
  website: website.optional(),
  timezone: z.enum(timeZones).optional(),
  language: z.enum(languages).optional(),
  current_password: z.string().max(limits.passwordMax, { error: texts.passwordLong }).optional(),
})

export const PasswordChange = z.object({ current_password: currentPassword, ...newPassword }).refine(...passwordsMatch)

const notifications = {
  email_notifications: z.boolean(),
  push_notifications: z.boolean(),
  board_updates: z.boolean(),
  card_assignments: z.boolean(),
  due_date_reminders: z.boolean(),
  weekly_digest: z.boolean(),
  marketing_emails: z.boolean(),
}
const appearance = {
  theme: z.enum(themes),
  sidebar_collapsed: z.boolean(),
  compact_mode: z.boolean(),
  show_avatars: z.boolean(),
  show_animations: z.boolean(),
}
const security = {
  /** Idle minutes after which a session ends. */
  session_timeout: z.literal(sessionTimeoutMinutes),
  /** An email when somebody signs in from where the person never did; needs mail. */
  login_notifications: z.boolean(),
}

/** `deck` is what this person's rooms start with, null for none of their own; `decks` those that they made and keep. */
const voting = { deck: z.array(z.string()).nullable(), decks: z.array(z.array(z.string())) }

/** `first_steps`: the dashboard of somebody new offers them; false once they were put aside. */
const dashboard = { first_steps: z.boolean() }

export const Settings = z.object({
  notifications: z.object(notifications),
  /** `theme_chosen` is only read: false while the theme is the one everybody starts with. */
  appearance: z.object({ ...appearance, theme_chosen: z.boolean() }),
  /** `two_factor_enabled` is only read here; the calls of the second factor change it. */
  security: z.object({ ...security, two_factor_enabled: z.boolean() }),
  voting: z.object(voting),
  dashboard: z.object(dashboard),
})
export type Settings = z.infer<typeof Settings>

/** What an account has until the person chooses. */
export const defaultSettings: Settings = {
  notifications: {
    email_notifications: true,
    push_notifications: true,
    board_updates: true,
    card_assignments: true,
    due_date_reminders: true,
    weekly_digest: false,
    marketing_emails: false,
  },
  appearance: {
    theme: 'light',
    sidebar_collapsed: false,
    compact_mode: false,
    show_avatars: true,
    show_animations: true,
    theme_chosen: false,
  },
  security: { session_timeout: defaultSessionTimeoutMinutes, login_notifications: true, two_factor_enabled: false },
  voting: { deck: null, decks: [] },
  dashboard: { first_steps: true },
}

/** Only what changes; of two who write one field, the last one wins, and fields that are left out stay. */
export const SettingsChange = z.object({
  notifications: z.object(notifications).partial().optional(),
  appearance: z.object(appearance).partial().optional(),
  security: z.object(security).partial().optional(),
  voting: z
    .object({ deck: Deck.nullable(), decks: z.array(Deck).max(limits.ownDecks, { error: texts.tooManyDecks }) })
    .partial()
    .optional(),
  dashboard: z.object(dashboard).partial().optional(),
})
export type SettingsChange = z.infer<typeof SettingsChange>

export const SignedInDevice = z.object({
  id: z.int(),
  /** Browser and system in plain words. */
  device: z.string(),
  created_at: Instant,
  /** Exact to half a minute. */
  last_used_at: Instant,
  /** The session that asks. */
  current: z.boolean(),
  /** By the provider of the company; else by e-mail and password. */
  by_company: z.boolean(),
})
export type SignedInDevice = z.infer<typeof SignedInDevice>

export const accountApi = {
  changePassword: {
    method: 'PUT',
    url: '/auth/password',
    access: 'session',
    summary: 'Muda a senha e encerra todas as outras sessões',
    body: PasswordChange,
    reply: Done,
  },
  settings: { method: 'GET', url: '/auth/settings', access: 'session', summary: 'As próprias configurações', reply: Settings },
  updateSettings: {
    method: 'PUT',
    url: '/auth/settings',
    access: 'session',
    summary: 'Muda as próprias configurações; o que não vem fica como está',
    body: SettingsChange,
    reply: Settings,
  },
  sessions: {
    method: 'GET',
    url: '/auth/sessions',
    access: 'session',
    summary: 'As próprias sessões abertas, a usada por último primeiro',
    reply: z.array(SignedInDevice),
  },
  endSession: {
    method: 'DELETE',
    url: '/auth/sessions/:sessionId',
    access: 'session',
    summary: 'Encerra uma das próprias sessões',
    params: z.object({ sessionId: Id }),
    reply: Done,
  },
  endOtherSessions: {
    method: 'DELETE',
    url: '/auth/sessions',
    access: 'session',
    summary: 'Encerra todas as próprias sessões menos esta',
    reply: z.object({ ended: z.int() }),
  },
} as const satisfies Record<string, Endpoint>
