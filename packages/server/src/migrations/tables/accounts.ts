import type { Generated } from 'kysely'

/** Accounts, how one proves to be one, and what each chose. */
export type AccountTables = {
  users: {
    id: Generated<number>
    name: string
    email: string
    password_hash: string
    role: string
    avatar_url: string | null
    session_timeout: number
    created_at: string
    last_login: string | null
    deactivated_at: string | null
    /** Name and e-mail, folded. */
    search_text: Generated<string>
    bio: Generated<string>
    phone: Generated<string>
    company: Generated<string>
    position: Generated<string>
    location: Generated<string>
    website: Generated<string>
    timezone: Generated<string>
    language: Generated<string>
    /** Since when the person was seen to read what is sent to their address; null after a change of it. */
    email_verified_at: Generated<string | null>
    /** Since when they have an address that is not the one they registered with, or that had been invited before they came. */
    email_claimed_at: Generated<string | null>
  }
  /** The picture that a person sent, drawn again. */
  avatars: { user_id: number; name: string; bytes: Uint8Array; created_at: string }
  /** What a person chose; what is not here is as the contract's defaults say. `value` is JSON. */
  settings: { user_id: number; name: string; value: string }
  email_confirmations: { token_hash: string; user_id: number; email: string; expires_at: string }
  password_resets: { token_hash: string; user_id: number; expires_at: string }
  /** Of an address that nobody has confirmed, whatever account has it. */
  address_resets: { token_hash: string; email: string; expires_at: string }
  /** `secret` is sealed. Time steps up to `last_step` were used. */
  two_factor: { user_id: number; secret: string; last_step: number; created_at: string }
  two_factor_enrolments: { user_id: number; secret: string; expires_at: string }
  recovery_codes: { user_id: number; code_hash: string }
  login_challenges: {
    token_hash: string
    user_id: number
    password_mark: string
    tries: number
    expires_at: string
    /** As of a session. */
    identity_id: Generated<number | null>
    oidc_sid: Generated<string | null>
    id_token: Generated<string | null>
  }
  known_devices: { user_id: number; device: string; address_hash: string; seen_at: string }
  /** Browsers in which an account signed in: nobody else's wrong passwords keep it out there. */
  login_devices: { user_id: number; secret_hash: string; seen_at: string }
  sessions: {
    id: Generated<number>
    token_hash: string
    user_id: number
    created_at: string
    last_used_at: string
    expires_at: string
    /** Browser and system in plain words; empty for sessions from before it was kept. */
    device: Generated<string>
    /** By which the person signed in; null when by their password. */
    identity_id: Generated<number | null>
    /** What the provider calls its own session, by which it ends this one. */
    oidc_sid: Generated<string | null>
    /** What the provider said of the person, sealed: with it, it is told that they leave. */
    id_token: Generated<string | null>
    /** When the provider last said that the person themselves is there. */
    proven_at: Generated<string | null>
  }
  /** Who a person is to a provider of sign-ins: `subject` is its own for them, which no other of its people ever gets. */
  identities: {
    id: Generated<number>
    user_id: number
    issuer: string
    subject: string
    /** As the provider said it last, to be shown. It opens nothing. */
    email: string
    /** Whether the provider says that they read it. */
    email_verified: Generated<number>
    linked_at: string
    last_used_at: string | null
  }
  /** A browser on its way to the provider. `secrets` is sealed. `user_id` and `session_id` are of who links or proves themselves. */
  oidc_flows: {
    state_hash: string
    browser_hash: string
    purpose: string
    user_id: number | null
    session_id: number | null
    secrets: string
    origin: string
    return_to: string
    expires_at: string
  }
  /** A browser that came back and takes its session with a code, once. */
  oidc_handovers: {
    code_hash: string
    browser_hash: string
    identity_id: number
    sid: string | null
    id_token: string | null
    expires_at: string
  }
  /** Logouts that the provider told: each is taken once. */
  oidc_logouts: { jti_hash: string; expires_at: string }
  /** What programs act with in the name of an account. */
  personal_tokens: {
    id: Generated<number>
    user_id: number
    name: string
    token_hash: string
    /** The end of the token, by which its owner knows it. */
    hint: string
    scope: string
    /** 0 when it is confined to the boards that are listed for it, also when none is left of them. */
    all_boards: number
    created_at: string
    expires_at: string
    last_used_at: Generated<string | null>
  }
  personal_token_boards: { token_id: number; board_id: number }
  /** The secret address under which calendars read what a person has to do: one of each account. */
  calendar_feeds: { id: Generated<number>; user_id: number; secret_hash: string; created_at: string; last_read_at: string | null }
  /** To the installation itself: one of each address, until its account is there. */
  sign_up_invitations: {
    id: Generated<number>
    email: string
    token_hash: string
    /** Null where the person asked for the link, by the domain of their address. */
    invited_by: number | null
    /** 1 when its link went out by email and nowhere else: who has it reads what is sent to the address. */
    mailed: Generated<number>
    created_at: string
    expires_at: string
  }
}
