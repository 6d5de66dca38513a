import { Mark } from '../ui/mark.tsx'

interface LoadingViewProps {
  header?: string
  subText?: string
  smiling?: boolean
}

/**
 * Full screen (A6). The sign-in page's first one stands in index.html too, where it is painted before
 * any script runs; its styles are the critical ones.
 */
export function LoadingView({ header, subText, smiling = false }: LoadingViewProps) {
  const SubText = header === undefined ? 'h1' : 'p'
  return (
    <div className="loading">
      <Mark moving />
      {header !== undefined && <h1 className="loading-header">{header}</h1>}
      {subText !== undefined && (
        // Where there is no header, this is what the screen is called.
        <SubText className="loading-sub">{smiling ? `${subText} 😊` : subText}</SubText>
      )}
    </div>
  )
}
