/** The first character of a name, in place of a picture. */
export function Initial({ name }: { name: string }) {
  return (
    <span className="initial" aria-hidden="true">
      {String.fromCodePoint(name.codePointAt(0) ?? 0x2022)}
    </span>
  )
}
