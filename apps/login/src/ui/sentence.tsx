interface SentenceProps {
  text: string
  /** A part of the text that is the same in every language: a number, an address, a reference. */
  literal: string
}

/**
 * A text with a part that a browser's translator leaves as it is. Each part is alone in its element,
 * because a translator replaces text nodes, and React would go on changing the ones that it made.
 */
export function Sentence({ text, literal }: SentenceProps) {
  const start = text.indexOf(literal)
  if (start < 0) return <span>{text}</span>
  return (
    <>
      <span>{text.slice(0, start)}</span>
      <bdi translate="no">{literal}</bdi>
      <span>{text.slice(start + literal.length)}</span>
    </>
  )
}
