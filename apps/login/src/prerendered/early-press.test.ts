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

it('the last press is kept, told as it happens and taken once', () => {
  const heard: (string | undefined)[] = []
  const press = listenEarly(place, ({ dataset }) => heard.push(dataset['method']))
  find('[aria-haspopup]').click()
  find('span').click()
  expect(heard).toEqual([undefined, 'google.com'])
  expect(press.take()).toBe(find('[data-method]'))
  expect(press.take()).toBeNull()
})

it('a method stays picked when the language list is touched after it', () => {
  const press = listenEarly(place, () => {})
  find('[data-method]').click()
  find('[aria-haspopup]').click()
  expect(press.take()).toBe(find('[data-method]'))
})

it.each(['a', '[aria-disabled]'])('a press on %s is not kept', (selector) => {
  const press = listenEarly(place, () => {})
  find(selector).click()
  expect(press.take()).toBeNull()
})

it('what is pressed after it was taken is another’s to answer', () => {
  const heard: HTMLElement[] = []
  const press = listenEarly(place, (pressed) => heard.push(pressed))
  press.take()
  find('span').click()
  expect(press.take()).toBeNull()
  expect(heard).toEqual([])
})
