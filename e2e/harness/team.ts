import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { Language } from '@rodada/contract/core/languages'
import { type Account, createAccount } from '../../scripts/lib/accounts.ts'
import { openRoom, type RoomOptions } from '../../scripts/lib/room-client.ts'
import { AvatarPage } from '../pages/avatar.ts'
import { BoardPage } from '../pages/board.ts'
import { LandingPage } from '../pages/landing.ts'
import { LoginPage } from '../pages/login.ts'
import { RoomPage } from '../pages/room.ts'
import { type Device, notHandedOn, openTab, type Tab, type Tabs, type Theme, toStorage } from './tabs.ts'
import type { Watch } from './watch.ts'

export type PersonOptions = { device?: Device; theme?: Theme; movement?: boolean; language?: Language }

/** Somebody with a browser of their own. `screens` of another tab: `person.tab()`. */
export class Person {
  readonly name: string
  readonly context: BrowserContext
  readonly watch: Watch
  readonly page: Page
  readonly landing: LandingPage
  readonly login: LoginPage
  readonly avatar: AvatarPage
  readonly room: RoomPage
  readonly board: BoardPage

  constructor(name: string, page: Page, watch: Watch) {
    this.name = name
    this.page = page
    this.context = page.context()
    this.watch = watch
    this.landing = new LandingPage(page)
    this.login = new LoginPage(page)
    this.avatar = new AvatarPage(page)
    this.room = new RoomPage(page)
    this.board = new BoardPage(page)
  }

  /** The same person in a further tab of the same browser. */
  async tab(): Promise<Person> {
    return new Person(this.name, await this.context.newPage(), this.watch)
  }

  /** Takes the network away, as a tunnel or a closed lid does. */
  async goOffline(): Promise<void> {
    this.watch.allowNetworkErrors()
    await notHandedOn(this.context).setOffline(true)
  }

  async goOnline(): Promise<void> {
    await notHandedOn(this.context).setOffline(false)
  }

  /** What the browser keeps for our origin. */
  stored(): Promise<Record<string, string | undefined>> {
    return this.page.evaluate(() => ({ ...localStorage }))
  }

  /** Comes back to a room as a guest whose name this browser knows: with one page instead of two, for journeys that are not about the door. */
  async joinAsGuest(roomId: string): Promise<void> {
    await this.store({ userName: this.name, userRole: 'guest', userAvatar: 'lua', currentRoom: roomId })
    await this.page.goto(`/votacao/${roomId}`)
    await this.room.seated()
  }

  /** Keeps these for our origin in the browser. */
  async store(entries: Record<string, string>): Promise<void> {
    await toStorage(this.page)
    await this.page.evaluate((kept) => {
      for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value)
    }, entries)
  }
}

/** A person with an account. */
export class Member extends Person {
  readonly account: Account

  constructor(account: Account, page: Page, watch: Watch) {
    super(account.name, page, watch)
    this.account = account
  }

  /** Signs in without the login screen, for journeys that are not about it. */
  async signIn(): Promise<void> {
    const { token, user } = this.account
    const data = JSON.stringify({ id: user.id, name: user.name, email: user.email, avatar: user.avatar_url })
    await this.store({ authToken: token, userData: data })
  }

  /** Signs out through the menu of the shell. */
  async signOut(): Promise<void> {
    await this.page.getByRole('button', { name: `Menu de ${this.name}` }).click()
    await this.page.getByRole('menuitem', { name: 'Sair' }).click()
  }
}

/** The people of one journey. */
export class Team {
  private readonly browser: Browser
  private readonly origin: string
  private readonly tabs: Tabs | undefined
  private readonly opened: Tab[] = []
  private readonly people: Person[] = []

  /** With `tabs` their browsers may be some that others have left. */
  constructor(browser: Browser, origin: string, tabs?: Tabs) {
    this.browser = browser
    this.origin = origin
    this.tabs = tabs
  }

  /** A new person with a browser that knows nothing of anybody. */
  async person(name: string, options: PersonOptions = {}): Promise<Person> {
    const { page, watch } = await this.browserFor(options)
    return this.add(new Person(name, page, watch))
  }

  /** A person who has an account; not signed in yet. */
  async member(name: string, { role, ...options }: PersonOptions & { role?: 'collaborator' | 'manager' } = {}): Promise<Member> {
    const account = await createAccount(this.origin, { name, role, language: options.language })
    const { page, watch } = await this.browserFor(options)
    return this.add(new Member(account, page, watch))
  }

  private add<P extends Person>(person: P): P {
    this.people.push(person)
    return person
  }

  private async browserFor({ device = 'desktop', theme, movement = false, language = 'pt-BR' }: PersonOptions): Promise<Tab> {
    const look = { device, theme, movement, language }
    const tab = this.tabs?.take(look) ?? (await openTab(this.browser, this.origin, look))
    this.opened.push(tab)
    return tab
  }

  /** A room made over the wire, for journeys that are not about making one. */
  openRoom(options: RoomOptions = {}): Promise<{ roomId: string; hostToken: string }> {
    return openRoom(this.origin, options)
  }

  /** A person who opened a room, sits in it as a guest, and moderates. */
  async moderator(name: string, options: PersonOptions = {}, room: RoomOptions = {}): Promise<{ roomId: string; person: Person }> {
    const { roomId, hostToken } = await this.openRoom(room)
    const person = await this.person(name, options)
    await person.store({ 'rodada.hostTokens': JSON.stringify({ [roomId]: hostToken }) })
    await person.joinAsGuest(roomId)
    return { roomId, person }
  }

  /** Ana on a desktop and Bia on a phone, at one table. */
  async pair(): Promise<{ roomId: string; ana: Person; bia: Person }> {
    const { roomId } = await this.openRoom()
    const ana = await this.person('Ana')
    const bia = await this.person('Bia', { device: 'phone' })
    await ana.joinAsGuest(roomId)
    await bia.joinAsGuest(roomId)
    return { roomId, ana, bia }
  }

  /** Everything that any browser did and no journey may do. */
  get problems(): string[] {
    return this.people.flatMap(({ name, watch }) => watch.problems.map((problem) => `${name}: ${problem}`))
  }

  async leave(): Promise<void> {
    await Promise.all(this.opened.map((tab) => (this.tabs ? this.tabs.giveBack(tab) : tab.page.context().close())))
  }
}
