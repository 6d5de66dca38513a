import { Sentence } from './sentence.tsx'

interface SentToProps {
  text: string
  /** The number or address in the text. */
  literal: string
  /** The number of messages. Each one is announced. */
  messages: number
  change: string
  /** The accessible name of the button, which says what it changes. */
  changeName: string
  onChange: () => void
}

/** Says where a message was sent, and offers to change the number or address. */
export function SentTo({ text, literal, messages, change, changeName, onChange }: SentToProps) {
  return (
    <div className="sent">
      {/* A new element for each message. Otherwise the same sentence would not be announced again (SM-13). */}
      <output>
        <span key={messages}>
          <Sentence text={text} literal={literal} />
        </span>
      </output>{' '}
      <button type="button" className="inline-button" aria-label={changeName} onClick={onChange}>
        {change}
      </button>
    </div>
  )
}
