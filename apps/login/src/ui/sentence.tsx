interface SentenceProps {
  text: string
  /** The part of the text that is the same in every language: a number, an address, a reference. */
  literal: string
}

/**
 * A text with a part that a browser's translator must not change. Each part has its own element, because a translator
 * replaces text nodes, and React would still change the nodes that it created.
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
