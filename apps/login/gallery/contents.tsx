import { useState } from 'react'

const widths = [320, 360, 768, 1280]

/** Shows every entry in a frame with the chosen width, language and theme. */
export function Contents({ names }: { names: readonly string[] }) {
  const [width, setWidth] = useState(360)
  const [language, setLanguage] = useState('en')
  const [theme, setTheme] = useState('light')
  return (
    <main className="gallery">
      <form className="gallery-tools">
        <Choice
          label="Width"
          options={widths.map(String)}
          value={String(width)}
          onChoose={(chosen) => setWidth(Number(chosen))}
        />
        <Choice label="Language" options={['en', 'tr']} value={language} onChoose={setLanguage} />
        <Choice label="Theme" options={['light', 'dark']} value={theme} onChoose={setTheme} />
      </form>
      <ul className="gallery-list">
        {names.map((name) => {
          const url = `#${new URLSearchParams({ entry: name, lang: language })}`
          return (
            <li key={name}>
              <a data-entry={name} href={url}>
                {name}
              </a>
              {/* The page inside takes its theme from the frame. */}
              {/* A sandbox would take away its storage, and it is our own. */}
              {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
              <iframe
                key={url}
                title={name}
                src={`./${url}`}
                loading="lazy"
                width={width}
                height={720}
                style={{ colorScheme: theme }}
              />
            </li>
          )
        })}
      </ul>
    </main>
  )
}

interface ChoiceProps {
  label: string
  options: readonly string[]
  value: string
  onChoose: (value: string) => void
}

function Choice({ label, options, value, onChoose }: ChoiceProps) {
  return (
    <label>
      {label}{' '}
      <select value={value} onChange={({ target }) => onChoose(target.value)}>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    </label>
  )
}
