import type { Browser, BrowserContext, Page } from '@playwright/test'
import { AvatarPage } from '../pages/avatar.ts'
import { LandingPage } from '../pages/landing.ts'
import { LoginPage } from '../pages/login.ts'
import { RoomPage } from '../pages/room.ts'
import { type Account, createAccount } from './accounts.ts'
import { desktop, phone } from './browser.ts'
import { openRoom, type RoomOptions } from './rooms.ts'
import { Watch } from './watch.ts'

export type Device = 'desktop' | 'phone'
export type Theme = 'light' | 'dark'
export type PersonOptions = { device?: Device; theme?: Theme; stillness?: boolean }

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

  constructor(name: string, page: Page, watch: Watch) {
    this.name = name
    this.page = page
    this.context = page.context()
    this.watch = watch
    this.landing = new LandingPage(page)
    this.login = new LoginPage(page)
    this.avatar = new AvatarPage(page)
    this.room = new RoomPage(page)
  }

  /** The same person in a further tab of the same browser. */
  async tab(): Promise<Person> {
    return new Person(this.name, await this.context.newPage(), this.watch)
  }

  /** Follows the invitation of a room as a guest. */
  async joinAsGuest(roomId: string): Promise<void> {
    await this.login.open(roomId)
    await this.login.enterAsGuest(this.name)
    await this.room.seated()
  }
}

/** The people of one journey. */
export class Team {
  private readonly browser: Browser
  private readonly origin: string
  private readonly people: Person[] = []

  constructor(browser: Browser, origin: string) {
    this.browser = browser
    this.origin = origin
  }

  /** A new person with a fresh browser. `stillness` asks for reduced motion. */
  async person(name: string, { device = 'desktop', theme, stillness = false }: PersonOptions = {}): Promise<Person> {
    const context = await this.browser.newContext({
      ...(device === 'phone' ? phone : desktop),
      baseURL: this.origin,
      locale: 'pt-BR',
      timezoneId: 'America/Sao_Paulo',
      reducedMotion: stillness ? 'reduce' : 'no-preference',
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    if (theme) await context.addInitScript((value) => localStorage.setItem('rodada.theme', value), theme)
    const watch = new Watch(context, this.origin)
    const person = new Person(name, await context.newPage(), watch)
    this.people.push(person)
    return person
  }

  /** A person who has an account; not signed in yet. */
  async member(name: string, options: PersonOptions & { role?: 'collaborator' | 'manager' } = {}): Promise<Person & { account: Account }> {
    const account = await createAccount(this.origin, name, options.role)
    return Object.assign(await this.person(name, options), { account })
  }

  /** A room made over the wire, for journeys that are not about making one. */
  openRoom(options: RoomOptions = {}): Promise<{ roomId: string; hostToken: string }> {
    return openRoom(this.origin, options)
  }

  /** Several guests at one table, the first one on a desktop and the last one on a phone. */
  async atTable(names: string[], options: RoomOptions = {}): Promise<{ roomId: string; people: Person[] }> {
    const { roomId } = await this.openRoom(options)
    const people: Person[] = []
    for (const [index, name] of names.entries()) {
      const person = await this.person(name, { device: index > 0 && index === names.length - 1 ? 'phone' : 'desktop' })
      await person.joinAsGuest(roomId)
      people.push(person)
    }
    return { roomId, people }
  }

  /** Everything that any browser did and no journey may do. */
  get problems(): string[] {
    return this.people.flatMap(({ name, watch }) => watch.problems.map((problem) => `${name}: ${problem}`))
  }

  async leave(): Promise<void> {
    await Promise.all(this.people.map(({ context }) => context.close()))
  }
}
