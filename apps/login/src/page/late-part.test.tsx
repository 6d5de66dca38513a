import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createLatePart } from './late-part.tsx'

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>

it('a late part that was loaded is rendered at once', async () => {
  const part = createLatePart(() => Promise.resolve(Greeting))
  await part.load()
  render(<part.View name="Ayşe" />)
  expect(screen.getByText('Hello Ayşe')).toBeTruthy()
})

it('a late part whose script is missing rejects, and the rest of the page stays', async () => {
  const part = createLatePart<{ name: string }>(() => Promise.reject(new TypeError('gone')))
  await expect(part.load()).rejects.toThrow('gone')
  render(
    <main>
      <part.View name="Ayşe" />
      <p>The rest</p>
    </main>,
  )
  expect(screen.getByRole('main').textContent).toBe('The rest')
})
