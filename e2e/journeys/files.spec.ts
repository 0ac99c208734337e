import { Buffer } from 'node:buffer'
import { truncate, writeFile } from 'node:fs/promises'
import { drawing } from '../../scripts/lib/drawing.ts'
import { devices, expectAccessible, expectFits, opened } from '../harness/axe.ts'
import { stageCard } from '../harness/card-stage.ts'
import { expect, test } from '../harness/fixtures.ts'
import { refuse } from '../harness/refusal.ts'
import { notHandedOn } from '../harness/tabs.ts'
import type { Member } from '../harness/team.ts'
import { CardPage } from '../pages/card.ts'
import { FilesPart, textFile } from '../pages/files.ts'

const picture = (name: string, from = [10, 99, 121], to = [246, 124, 49]) => ({
  name,
  mimeType: 'image/png',
  buffer: drawing(320, 200, from, to),
})
const archive = { name: 'fontes.zip', mimeType: 'application/zip', buffer: Buffer.from('PK\u0003\u0004 e mais') }

async function openCard(person: Member, path: string): Promise<FilesPart> {
  await person.signIn()
  const card = new CardPage(person.page)
  await card.open(path)
  return new FilesPart(card)
}

test('files are picked, dropped and pasted, seen by others at once, opened, downloaded, deleted and brought back', async ({
  team,
  server,
}) => {
  const ana = await team.member('Ana')
  const caio = await team.member('Caio')
  const stage = await stageCard(server.origin, ana.account, { members: [caio.account] })
  const files = await openCard(ana, stage.path)
  const seen = await openCard(caio, stage.path)
  await expect(files.add).toBeVisible()
  await expect(files.part).toBeHidden()

  await files.pick(picture('tela.png'), textFile('ata.txt', 'O que ficou combinado'))
  await expect(files.part.getByRole('button', { name: 'tela.png, ver na galeria' })).toBeVisible()
  await expect(files.part.getByRole('link', { name: 'ata.txt, abre em outra aba' })).toBeVisible()
  await expect(files.add).toBeFocused()
  await files.drop(archive)
  await expect(files.part.getByRole('link', { name: 'fontes.zip, baixar' })).toBeVisible()
  // Also while a comment is being written.
  await files.card.commentField.focus()
  await files.pastePicture(picture('copiada.png', [0, 114, 63], [255, 217, 90]))
  await expect(files.part.getByRole('button', { name: /^Imagem colada .*\.png, ver na galeria$/ })).toBeVisible()
  await expect(files.part).toContainText('4, com')

  // The other one has it all without having asked, and the pictures are there.
  await expect(seen.part.getByRole('listitem')).toHaveCount(4)
  await expect(seen.tile('tela.png')).toContainText('Ana')
  await expect
    .poll(() =>
      seen
        .tile('tela.png')
        .locator('img')
        .evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth),
    )
    .toBeGreaterThan(0)

  const tab = caio.page.waitForEvent('popup')
  await seen.part.getByRole('link', { name: 'ata.txt, abre em outra aba' }).click()
  await expect((await tab).locator('body')).toHaveText('O que ficou combinado')
  // A sandboxed page has no origin, so that it reads nothing of this one.
  expect(await (await tab).evaluate(() => self.origin)).toBe('null')
  await (await tab).close()
  const download = caio.page.waitForEvent('download')
  await seen.part.getByRole('link', { name: 'fontes.zip, baixar' }).click()
  expect((await download).suggestedFilename()).toBe('fontes.zip')

  await files.remove('ata.txt')
  await expect(seen.part.getByRole('listitem')).toHaveCount(3)
  await ana.page.getByRole('button', { name: 'Desfazer' }).click()
  await expect(seen.tile('ata.txt')).toBeVisible()
  await seen.remove('fontes.zip')
  await expect(files.part.getByRole('listitem')).toHaveCount(3)
  await expect(files.part.getByText('fontes.zip')).toBeHidden()

  // What came while the window was closed can be opened too.
  await seen.card.closeButton.click()
  await files.pick(textFile('pauta.txt', 'O que falta combinar'))
  await expect(files.part.getByRole('link', { name: 'pauta.txt, abre em outra aba' })).toBeVisible()
  await caio.board.card('Pix parcelado').click()
  await expect(seen.part.getByRole('link', { name: 'pauta.txt, abre em outra aba' })).toBeVisible()

  // One number with the links, on the face of the card.
  await files.card.closeButton.click()
  await expect(ana.board.card('Pix parcelado').getByText('4 anexos')).toBeAttached()
})

test('a PDF is asked for by a tab of its own, and sent to be shown where it may do nothing', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const stage = await stageCard(server.origin, ana.account)
  const files = await openCard(ana, stage.path)
  await files.pick({ name: 'parecer.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') })
  const link = files.part.getByRole('link', { name: 'parecer.pdf, abre em outra aba' })
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  const address = await link.evaluate((element) => element instanceof HTMLAnchorElement && element.href)
  const answer = ana.context.waitForEvent('response', (response) => response.url() === address)
  await link.click()
  const headers = (await answer).headers()
  expect(headers).toMatchObject({ 'content-type': 'application/pdf', 'x-content-type-options': 'nosniff' })
  expect(headers['content-disposition']).toMatch(/^inline;/)
  expect(headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/)
})

test('an upload says how far it is, goes on when the window closes, holds the page, and is cancelled', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const stage = await stageCard(server.origin, ana.account)
  const files = await openCard(ana, stage.path)
  const { page } = ana
  const devtools = await notHandedOn(ana.context).newCDPSession(page)
  const throttle = (bytesPerSecond: number) =>
    devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: bytesPerSecond,
    })
  await throttle(100_000)
  const large = (name: string, megabytes: number) => ({ name, mimeType: 'video/mp4', buffer: Buffer.alloc(megabytes * 1_000_000, 1) })
  await files.pick(large('longo.mp4', 20), large('curto.mp4', 1))
  const bar = files.part.getByRole('progressbar', { name: 'Enviando longo.mp4' })
  await expect(bar).toHaveAttribute('aria-valuetext', /^\d+%, faltam \d+ (s|min)$/)
  await expect(files.tile('longo.mp4')).toContainText('de 20,0 MB')

  await files.card.closeButton.click()
  await expect(page.getByText('O envio continua. Não feche esta página antes do fim.')).toBeVisible()
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()

  await ana.board.card('Pix parcelado').click()
  await expect(bar).toBeVisible()
  await files.part.getByRole('button', { name: 'Cancelar o envio de longo.mp4' }).press('Enter')
  await expect(bar).toBeHidden()
  await expect(files.add).toBeFocused()
  await throttle(-1)
  await expect(files.part.getByRole('link', { name: 'curto.mp4, baixar' })).toBeVisible()
  await expect(files.part.getByRole('listitem')).toHaveCount(1)
})

test('what fails stays with its reason, and is tried again where that can help', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const stage = await stageCard(server.origin, ana.account)
  const files = await openCard(ana, stage.path)
  await refuse(ana.page, 'POST', /\/files$/, {
    status: 503,
    json: { message: 'O lugar dos arquivos não respondeu.', error: 'unavailable' },
  })
  ana.watch.allowNetworkErrors()
  await files.pick(textFile('ata.txt', 'O que ficou combinado'))
  await expect(files.tile('ata.txt').getByRole('alert')).toHaveText('O lugar dos arquivos não respondeu.')
  await ana.page.unrouteAll({ behavior: 'wait' })

  await ana.goOffline()
  await files.part.getByRole('button', { name: 'Tentar de novo: ata.txt' }).click()
  await expect(files.tile('ata.txt').getByRole('alert')).toHaveText('A conexão caiu e nada foi salvo.')
  await ana.goOnline()
  await files.part.getByRole('button', { name: 'Tentar de novo: ata.txt' }).press('Enter')
  await expect(files.part.getByRole('link', { name: 'ata.txt, abre em outra aba' })).toBeVisible()

  // From the disk: what is handed over as bytes goes through the browser's protocol as text.
  const huge = test.info().outputPath('enorme.bin')
  await writeFile(huge, '')
  await truncate(huge, 25_000_001)
  await files.pick(huge)
  await files.pick(textFile('vazio.txt', ''))
  await expect(files.tile('enorme.bin').getByRole('alert')).toContainText('O arquivo é grande demais')
  await expect(files.tile('vazio.txt').getByRole('alert')).toHaveText('O arquivo está vazio.')
  await expect(files.part.getByRole('button', { name: /^Tentar de novo/ })).toHaveCount(0)
  for (const name of ['enorme.bin', 'vazio.txt']) await files.part.getByRole('button', { name: `Tirar ${name} daqui` }).click()
  await expect(files.part.getByRole('listitem')).toHaveCount(1)
})

test('the gallery is walked with the keyboard and gives the focus back', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const stage = await stageCard(server.origin, ana.account)
  const files = await openCard(ana, stage.path)
  await files.pick(picture('um.png'), textFile('ata.txt', 'texto'), picture('dois.png', [0, 114, 63]), picture('tres.png', [122, 28, 88]))
  await expect(files.part.getByRole('button', { name: /ver na galeria$/ })).toHaveCount(3)
  const opener = files.part.getByRole('button', { name: 'dois.png, ver na galeria' })
  await opener.focus()
  const { page } = ana
  await page.keyboard.press('Enter')
  const gallery = page.getByRole('dialog', { name: 'Galeria de imagens' })
  const shows = async (name: string) => {
    const image = gallery.getByRole('img', { name })
    await expect(image).toBeVisible()
    await expect.poll(() => image.evaluate((element) => element instanceof HTMLImageElement && element.naturalWidth)).toBe(320)
  }
  await shows('dois.png')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  const names = await files.part.getByRole('button', { name: /ver na galeria$/ }).allTextContents()
  // Two steps on and one back, round the end.
  const expected = names[(names.findIndex((name) => name.includes('dois.png')) + 1) % 3] ?? ''
  await shows(expected.trim())
  await expect(gallery.getByRole('link', { name: `Baixar ${expected.trim()}` })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(gallery).toBeHidden()
  await expect(opener).toBeFocused()
  await expect(files.card.heading).toBeVisible()
})

for (const device of devices) {
  test(`files can be used by everybody, and guests only read (${device})`, async ({ team, server }) => {
    const ana = await team.member('Ana', { device })
    const guest = await team.member('Gil', { device })
    const stage = await stageCard(server.origin, ana.account, { guests: [guest.account] })
    const files = await openCard(ana, stage.path)
    await files.pick(picture('uma-tela-com-um-nome-comprido-demais-para-caber-em-uma-linha.png'), textFile('ata.txt', 'texto'), archive)
    await expect(files.part.getByRole('link', { name: 'fontes.zip, baixar' })).toBeVisible()
    await expect(files.part.getByRole('listitem')).toHaveCount(3)
    await files.pick(textFile('vazio.txt', ''))
    await expect(files.tile('vazio.txt').getByRole('alert')).toBeVisible()
    await expectAccessible(ana.page, 'files', opened)
    await expectFits(ana.page)
    await files.openMenu('ata.txt')
    await expectAccessible(ana.page, 'menu of a file', opened)
    await files.card.expectPopoverFocused()
    await ana.page.keyboard.press('Escape')

    const read = await openCard(guest, stage.path)
    await expect(read.part.getByRole('listitem')).toHaveCount(3)
    await expect(read.add).toBeHidden()
    await expect(read.part.getByRole('button', { name: /^Ações/ })).toHaveCount(0)
    await expect(read.part.getByRole('link', { name: 'Baixar ata.txt' })).toBeVisible()
    await read.part.getByRole('button', { name: /ver na galeria$/ }).click()
    await expect(guest.page.getByRole('dialog', { name: 'Galeria de imagens' }).getByRole('img')).toBeVisible()
    await expectAccessible(guest.page, 'gallery', opened)
    await expectFits(guest.page)
    await guest.page.keyboard.press('Escape')
    await expect(read.part.getByRole('listitem')).toHaveCount(3)
  })
}
