import { beforeEach, expect, it } from 'vitest'
import { watchDrawing } from './hand-over.ts'

let place: HTMLElement
let pressed: string[]

function drawWith(name: string): void {
  place.innerHTML = '<button aria-haspopup="listbox"></button><button></button>'
  for (const [at, button] of [...place.querySelectorAll('button')].entries()) {
    button.addEventListener('click', () => pressed.push(`${name} ${at}`))
  }
}

const buttons = (): HTMLButtonElement[] => [...place.querySelectorAll('button')]

beforeEach(() => {
  pressed = []
  place = document.createElement('div')
  document.body.append(place)
  drawWith('first')
})

it('the focus stays where the visitor put it', async () => {
  const handOver = watchDrawing(place, null)
  buttons()[1]?.focus()
  await handOver(() => drawWith('second'))
  expect(document.activeElement).toBe(buttons()[1])
})

it('a press on what only React can open is repeated, and no other is', async () => {
  const handOver = watchDrawing(place, null)
  buttons()[0]?.click()
  buttons()[1]?.click()
  await handOver(() => drawWith('second'))
  expect(pressed).toEqual(['first 0', 'first 1', 'second 0'])
})

it('nothing is drawn between press and release, so that the click is heard', async () => {
  const handOver = watchDrawing(place, null)
  const [, button] = buttons()
  button?.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  const done = handOver(() => drawWith('second'))
  await Promise.resolve()
  expect(buttons()[1]).toBe(button)

  button?.dispatchEvent(new Event('pointerup', { bubbles: true }))
  button?.click()
  await done
  expect(pressed).toEqual(['first 1'])
  expect(buttons()[1]).not.toBe(button)
})
