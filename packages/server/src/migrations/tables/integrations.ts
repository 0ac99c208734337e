import type { DeliveryProblem, DeliveryState, GithubState, WebhookForm, WebhookType } from '@rodada/contract/integrations/settings'
import type { Generated } from 'kysely'

/** GitHub, Slack and the webhooks of boards. */
export type IntegrationTables = {
  /** `token` is sealed. */
  github_accounts: {
    user_id: number
    login: string
    avatar_url: string
    token: string
    connected_at: string
    /** Since when GitHub refuses the token. */
    broken_at: string | null
  }
  /** `verifier` is sealed. */
  github_states: {
    state_hash: string
    /** Of the cookie that the browser was given with the state. */
    browser_hash: string
    user_id: number
    session_id: number
    verifier: string
    return_to: string
    expires_at: string
  }
  github_links: {
    id: Generated<number>
    card_id: number
    board_id: number
    /** owner/repo as GitHub writes it, and in lower case. */
    repository: string
    repository_key: string
    number: number
    kind: 'issue' | 'pull'
    title: string
    state: GithubState
    url: string
    linked_by: number | null
    /** 1 when the webhook of the board linked it, because the card's key stands in its title or branch. */
    by_key: Generated<number>
    /** When GitHub last changed it: older news is no news. */
    remote_at: string
    checked_at: string
    problem: string | null
    /** A row is somebody's until then. */
    next_check_at: string
    created_at: string
  }
  /** Pull requests that somebody took off a card, which its key links no more. */
  github_unlinked: { card_id: number; repository_key: string; number: number }
  github_imports: {
    id: Generated<number>
    board_id: number
    list_id: number
    user_id: number
    repository: string
    state: 'open' | 'all'
    status: 'running' | 'done' | 'cancelled' | 'failed'
    imported: number
    skipped: number
    pages: number
    pages_total: number | null
    limited: number
    problem: string | null
    tries: number
    /** A running import is somebody's until then. */
    next_step_at: string
    created_at: string
  }
  /** `secret` is sealed. */
  github_webhooks: {
    board_id: number
    public_id: string
    secret: string
    created_at: string
    last_delivery_at: string | null
    /** Who answers for it; null when nobody is known to. */
    set_by: number | null
  }
  github_deliveries: { board_id: number; delivery_id: string; body_hash: string; received_at: string }
  /** `url` is sealed. */
  slack_hooks: {
    board_id: number
    url: string
    masked_url: string
    sprint_ended: number
    vote_finished: number
    card_done: number
    updated_at: string
    failing_since: string | null
    /** Who answers for the address; null when nobody is known to. */
    set_by: number | null
    /** When it last took long to answer. */
    slow_at: string | null
  }
  /** `message` is what Slack is sent, in its markup. A row is somebody's until `next_try_at`. */
  slack_messages: {
    id: Generated<number>
    board_id: number
    message: string
    tries: Generated<number>
    created_at: string
    next_try_at: string
  }
  /**
   * `url` and `secret` are sealed, `events` is a JSON array. `tries` in a row have failed. A row is somebody's until `next_try_at`, which lies
   * beyond all days when nothing waits.
   */
  webhooks: {
    id: Generated<number>
    board_id: number
    name: string
    form: WebhookForm
    url: string
    masked_url: string
    secret: string
    events: string
    created_at: string
    updated_at: string
    /** Who answers for it; null when nobody is known to. */
    set_by: number | null
    tries: Generated<number>
    next_try_at: string
    /** The last try that failed, and the first of those in a row. */
    failed_at: string | null
    failing_since: string | null
    switched_off_at: string | null
    dropped_at: string | null
    /** When its receiver last took long to answer. */
    slow_at: string | null
  }
  /** `body` is the signed message. A waiting row is not tried before `next_try_at`. */
  webhook_deliveries: {
    id: Generated<number>
    webhook_id: number
    message_id: string
    type: WebhookType
    body: string
    status: DeliveryState
    tries: Generated<number>
    next_try_at: string
    answer_status: number | null
    problem: DeliveryProblem | null
    duration_ms: number | null
    created_at: string
    tried_at: string | null
  }
}
