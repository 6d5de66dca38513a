import { beforeEach, expect, it } from 'vitest'
import { listenEarly } from './early-press.ts'

let place: HTMLElement
const find = (selector: string): HTMLElement => {
  const found = place.querySelector<HTMLElement>(selector)
  if (!found) throw new Error(`There is no ${selector}.`)
  return found
}

beforeEach(() => {
  place = document.createElement('div')
  place.innerHTML = `
    <button data-method="google.com"><span>Google</span></button>
    <button data-method="phone" aria-disabled="true"></button>
    <button aria-haspopup="listbox"></button>
    <a href="#"></a>`
})

it('the last early press is kept, reported as it happens, and taken once', () => {
  const reported: (string | undefined)[] = []
  const press = listenEarly(place, ({ dataset }) => reported.push(dataset['method']))
  find('[aria-haspopup]').click()
  find('span').click()
  expect(reported).toEqual([undefined, 'google.com'])
  expect(press.take()).toBe(find('[data-method]'))
  expect(press.take()).toBeNull()
})

it('a later press on the language list does not replace the chosen method', () => {
  const press = listenEarly(place, () => {})
  find('[data-method]').click()
  find('[aria-haspopup]').click()
  expect(press.take()).toBe(find('[data-method]'))
})

it.each(['a', '[aria-disabled]'])('an early press on %s is not kept', (selector) => {
  const press = listenEarly(place, () => {})
  find(selector).click()
  expect(press.take()).toBeNull()
})

it('a press after the early press was taken is not reported', () => {
  const reported: HTMLElement[] = []
  const press = listenEarly(place, (pressed) => reported.push(pressed))
  press.take()
  find('span').click()
  expect(press.take()).toBeNull()
  expect(reported).toEqual([])
})
